/** Runs the service until standard input ends, because killed tests cannot clean up. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyTemplate } from './template.ts';

export interface Order {
  node: string;
  directory: string;
  settings: Record<string, string>;
}

export type Report = { dataDir: string } | { failed: string };

await supervise(JSON.parse(process.argv[2] ?? '') as Order);

async function supervise(order: Order): Promise<void> {
  process.stdout.on('error', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const closed = once(process.stdin.resume(), 'end');
  process.stdin.on('error', () => process.stdin.destroy());
  const dataDir = await mkdtemp(join(tmpdir(), 'ringbinder-test-service-'));
  // An external database needs no template.
  if (order.settings.DATABASE_URL === undefined)
    await copyTemplate(order.directory, dataDir, (directory) => startOnce(order, directory)).catch(
      () => undefined,
    );
  const { server, ready, ended } = run(order, dataDir);
  await ready.then(
    () => report({ dataDir }),
    (error: Error) => report({ failed: error.message }),
  );
  await Promise.race([closed, ended]);
  server.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true, force: true });
  process.exit(0);
}

async function startOnce(order: Order, dataDir: string): Promise<void> {
  const { server, ready, ended } = run({ ...order, settings: {} }, dataDir);
  await ready;
  server.kill('SIGTERM');
  await ended;
}

function run({ node, directory, settings }: Order, dataDir: string) {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env;
  const env = {
    PATH,
    HOME,
    TMPDIR,
    PORT: '0',
    HOST: '127.0.0.1',
    NODE_COMPILE_CACHE: join(directory, 'node_modules/.cache/test-service'),
    CALLS_PER_MINUTE: '1000000',
    TOKEN_CALLS_PER_MINUTE: '1000000',
    ...settings,
    DATA_DIR: dataDir,
    // Makes the service stop when this process ends.
    npm_lifecycle_event: 'start',
  };
  const server = spawn(node, [join(directory, 'packages/server/src/main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(server, 'close');
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  let output = '';
  const onOutput = (text: string) => {
    if (output.length < 100_000) output += text;
    if (output.includes('Ctrl-C stops') || output.includes('"msg":"ready"')) resolve();
  };
  for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', onOutput);
  void ended.then(() => reject(new Error(output.trim())));
  return { server, ready, ended };
}

function report(what: Report): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}
