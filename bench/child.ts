import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Child {
  pid: number;
  /**
   * Resolves with the response. Send one message at a time. Throws if the program ends or responds with
   * `{ error }`.
   */
  ask<Answer>(message: object): Promise<Answer>;
  exited: Promise<unknown>;
  stop(): Promise<void>;
}

interface ChildOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** A program with arguments, such as `unshare`, that starts the child. */
  within?: readonly string[];
}

export function startChild(program: URL | string, options: ChildOptions = {}): Child {
  const child = launch(program instanceof URL ? program.pathname : program, options);
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4_000)));
  const exited = once(child, 'exit');
  const ended = exited.then(([code]) => {
    throw new Error(`${program} ended with ${code}: ${output}`);
  });
  ended.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    exited,
    async ask<Answer>(message: object) {
      const answered = Promise.race([once(child, 'message'), ended]);
      child.send(message);
      const [answer] = await answered;
      if (answer.error !== undefined) throw new Error(`${program}: ${answer.error}`);
      return answer as Answer;
    },
    async stop() {
      if (child.connected) child.disconnect();
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function launch(program: string, { within = [], ...more }: ChildOptions): ChildProcess {
  const options = { ...more, serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'] } as const;
  const [command, ...words] = within;
  if (command === undefined) return fork(program, { ...options, stdio: [...options.stdio], execArgv: [] });
  return spawn(command, [...words, process.execPath, program], { ...options, stdio: [...options.stdio] });
}
