import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A peer that runs in a process of its own. */
export interface PeerProcess<Ready> {
  pid: number;
  /** What it answered when it was ready. */
  ready: Ready;
  /** Sends it a message and gives its answer. One at a time. */
  ask<Answer>(message: object): Promise<Answer>;
  stop(): Promise<void>;
}

/** Starts a program of the scratch folder and gives it its work. Throws with what it wrote when it ends before it is ready. */
export async function startPeer<Ready>(
  directory: string,
  program: string,
  work: object,
): Promise<PeerProcess<Ready>> {
  const child = fork(join(directory, program), {
    cwd: directory,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4_000)));
  const exited = once(child, 'exit');
  const ended = exited.then(([code]) => {
    throw new Error(`${program} ended with ${code}: ${said}`);
  });
  ended.catch(() => undefined);
  const ask = async <Answer>(message: object): Promise<Answer> => {
    const answer = Promise.race([once(child, 'message'), ended]);
    child.send(message);
    return (await answer)[0] as Answer;
  };
  const ready = await ask<Ready>(work);
  return {
    pid: child.pid ?? 0,
    ready,
    ask,
    async stop() {
      if (child.connected) child.disconnect();
      child.kill('SIGKILL');
      await exited;
    },
  };
}
