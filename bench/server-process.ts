import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import { collectGarbage } from './collect-garbage.ts';

const MAIN = new URL('../packages/server/src/main.ts', import.meta.url).pathname;
const START_TIMEOUT_MS = 300_000;
const NO_LIMIT = '1000000000';

export interface ServerProcess {
  pid: number;
  port: number;
  origin: string;
  /** Milliseconds until /readyz reports ready. */
  startMs: number;
  collectGarbage(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts a server with default settings, without rate limits, and with pushes to this machine allowed. If
 * it does not become ready, throws with its output.
 *
 * @param nodeOptions such as `--cpu-prof`
 * @param more additional settings
 */
export async function startServerProcess(
  dataDir: string,
  nodeOptions: string[] = [],
  more: Record<string, string> = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, '--inspect-port=0', MAIN], {
    env: { ...settings(dataDir, port), ...more },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  };
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const origin = `http://127.0.0.1:${port}`;
  try {
    await untilReady(child, origin);
  } catch (error) {
    await stop();
    throw new Error(`the server did not start: ${output.trim() || (error as Error).message}`, {
      cause: error,
    });
  }
  const pid = child.pid ?? 0;
  return {
    pid,
    port,
    origin,
    startMs: performance.now() - started,
    collectGarbage: () => collectGarbage(pid, child.stderr, () => output),
    stop,
  };
}

function settings(dataDir: string, port: number): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  return {
    PATH,
    HOME,
    ...(TMPDIR === undefined ? {} : { TMPDIR }),
    ...(LANG === undefined ? {} : { LANG }),
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    PORT: String(port),
    CALLS_PER_MINUTE: NO_LIMIT,
    LINK_CALLS_PER_MINUTE: NO_LIMIT,
    TOKEN_CALLS_PER_MINUTE: NO_LIMIT,
    FAILED_TOKEN_CALLS_PER_MINUTE: NO_LIMIT,
    PUSH_PRIVATE_NETWORK: 'true',
  };
}

async function untilReady(child: ChildProcess, origin: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && performance.now() < deadline) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await sleep(5);
  }
  throw new Error(child.exitCode === null ? 'it never got ready' : `it ended with ${child.exitCode}`);
}
