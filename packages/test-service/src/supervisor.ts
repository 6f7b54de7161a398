/**
 * Runs a service on a temporary data directory, for as long as standard input stays open: also when the tests crash or are
 * killed, nothing of it is left. A process of its own, for a killed one cannot tidy up.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What is to be run. */
export interface Order {
  node: string;
  directory: string;
  settings: Record<string, string>;
}

/** A line of standard output: the service is ready, or could not be started. */
export type Report = { dataDir: string } | { failed: string };

const READY = '"msg":"ready"';

await supervise(JSON.parse(process.argv[2] ?? '') as Order);

async function supervise({ node, directory, settings }: Order): Promise<void> {
  // Who reads may be gone; what is to be done then is done all the same.
  process.stdout.on('error', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const closed = once(process.stdin.resume(), 'end');
  process.stdin.on('error', () => process.stdin.destroy());
  const dataDir = await mkdtemp(join(tmpdir(), 'ringbinder-test-service-'));
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env;
  const env = {
    ...{ PATH, HOME, TMPDIR, PORT: '0', HOST: '127.0.0.1', LOG_FILE: join(dataDir, 'log') },
    NODE_COMPILE_CACHE: join(directory, 'node_modules/.cache/test-service'),
    // A test is no flood, and what it repeats it repeats quickly.
    ...{ CALLS_PER_MINUTE: '1000000', TOKEN_CALLS_PER_MINUTE: '1000000' },
    ...settings,
    DATA_DIR: dataDir,
    // Stops by itself should this process be killed.
    npm_lifecycle_event: 'start',
  };
  const server = spawn(node, [join(directory, 'packages/server/src/main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(server, 'close');
  let said = '';
  let isReady = false;
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (isReady) return;
      said += text;
      isReady = said.includes('Ctrl-C stops') || said.includes(READY);
      if (isReady) report({ dataDir });
    });
  void ended.then(() => !isReady && report({ failed: said.trim() }));
  await Promise.race([closed, ended]);
  server.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true, force: true });
  process.exit(0);
}

function report(what: Report): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}
