/**
 * Tests an image that `npm run image` built: `npm run try-image [LAYOUT:TAG]`. Unpacks it with umoci, and
 * starts containers with runc, without a daemon. The containers share the machine's network.
 *
 * 1. as shipped, with the embedded database
 * 2. with the demo: the calls of the guide “Your first binder”, then a second start on the same data
 * 3. an API process and a worker (ROLE) on another PostgreSQL
 *
 * Run it as root. On Debian, it needs `apt-get install umoci runc postgresql curl`.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../free-port.ts';
import { postgresql } from '../stores.ts';
import { supervise } from '../supervise.ts';
import { type Container, removeContainers, startContainer, unpackImage } from './container.ts';

const root = new URL('../../..', import.meta.url).pathname;
const INDEXED_WITHIN_MS = 120_000;

function main(): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const [image = join(root, `dist/image:${version}`)] = process.argv.slice(2);
  for (const program of ['umoci', 'runc'])
    if (!['/usr/bin', '/usr/sbin'].some((directory) => existsSync(join(directory, program))))
      throw new Error(`${program} is not here: apt-get install umoci runc`);
  if (process.geteuid?.() !== 0) throw new Error('runc is run by root here');
  return withDirectory(async (directory) => {
    const rootfs = unpackImage(image, join(directory, 'bundle'));
    print(`${image} is unpacked`);
    const cleanUp = new AsyncDisposableStack();
    try {
      await asShipped(directory, rootfs);
      await withDemo(directory, rootfs);
      await onPostgresql(directory, rootfs, cleanUp);
    } finally {
      await cleanUp.disposeAsync();
    }
  });
}

type Bundle = ReturnType<typeof unpackImage>;

async function asShipped(directory: string, bundle: Bundle): Promise<void> {
  const container = await startContainer(bundle, join(directory, 'shipped'), { PORT: await port() });
  await container.ready();
  while (!container.log().includes('/setup?token=')) await delay(100);
  await container.stop();
  print('as shipped: /readyz is ok, the link for the first admin is printed, SIGTERM ends it');
}

async function withDemo(directory: string, bundle: Bundle): Promise<void> {
  const place = join(directory, 'demo');
  const settings = { PORT: await port(), NODE_ENV: 'development' };
  const first = await startContainer(bundle, place, settings);
  await first.ready();
  print(`the demo: ${firstCalls(first)} responses to the calls of the guide “Your first binder”`);
  await first.stop();
  const second = await startContainer(bundle, place, settings);
  await second.ready();
  assert.match(runCalls(second, callsOf('README.md')), /Loan 4711/);
  await second.stop();
  print('a second container on the same data: the binder is there');
}

async function onPostgresql(directory: string, bundle: Bundle, cleanUp: AsyncDisposableStack): Promise<void> {
  const database = postgresql(directory, await freePort());
  const stopping = new AbortController();
  const server = supervise(database, directory, stopping.signal);
  cleanUp.defer(async () => {
    stopping.abort();
    await server.stop('SIGINT');
  });
  const place = join(directory, 'roles');
  const settings = {
    DATABASE_URL: database.url,
    SECRET_KEY: randomBytes(32).toString('hex'),
    NODE_ENV: 'development',
  };
  const api = await startContainer(bundle, place, { ...settings, ROLE: 'api', PORT: await port() });
  await api.ready();
  const worker = await startContainer(bundle, place, { ...settings, ROLE: 'worker', PORT: await port() });
  await worker.ready();
  print(`DATABASE_URL, ROLE=api: ${firstCalls(api)} responses to the calls of the guide “Your first binder”`);
  const refused = await fetch(`${worker.origin}/v1/me/binders`);
  assert.equal(refused.status, 400);
  await indexed(database.url);
  print(
    'ROLE=worker: /readyz is ok, it answers no calls, and it has read the messages into the search index',
  );
  await Promise.all([api.stop(), worker.stop()]);
}

async function indexed(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const until = Date.now() + INDEXED_WITHIN_MS;
    while (Date.now() < until) {
      const { rowCount } = await client.query(
        `SELECT FROM message_words WHERE words @@ to_tsquery('simple', 'look & page')`,
      );
      if (rowCount) return;
      await delay(100);
    }
    throw new Error('the worker did not read the messages into the search index');
  } finally {
    await client.end();
  }
}

function firstCalls(container: Container): number {
  const out = runCalls(container, callsOf('docs/guides/first-binder.md'));
  assert.match(out, /Please have a look at page 2/, out);
  assert.match(out, /background_uri/, 'the pages of the PDF are there');
  return out.match(/"code":"RESPONSE_SUCCESS"/g)?.length ?? 0;
}

function runCalls(container: Container, blocks: readonly string[]): string {
  const out = execFileSync('bash', ['-euo', 'pipefail', '-c', blocks.join('\n')], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: container.data },
  });
  assert.doesNotMatch(out, /RESPONSE_ERROR/, out);
  return out;
}

function callsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/^```sh run$(.*?)^```$/gms)].map(([, commands = '']) => commands);
}

async function withDirectory(work: (directory: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'ringbinder-image-'));
  chmodSync(directory, 0o711);
  try {
    await work(directory);
  } finally {
    removeContainers();
    rmSync(directory, { recursive: true, force: true });
  }
}

const port = async () => String(await freePort());
const print = (text: string) => process.stdout.write(`${text}\n`);

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
