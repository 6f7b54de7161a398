/**
 * Starts a cluster on this machine: `npm run cluster`. It consists of nginx, three API processes, two
 * workers, and shared PostgreSQL, Redis and S3. Ctrl-C stops and deletes everything.
 * docs/guides/run-a-cluster.md lists what several machines need in addition.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { nginxCommand } from './proxy.ts';
import { postgresql, redis, startS3 } from './stores.ts';
import { type Supervised, supervise } from './supervise.ts';

const API_PROCESSES = 3;
const WORKERS = 2;
const START_MS = 120_000;

const root = new URL('../..', import.meta.url).pathname;

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'ringbinder-cluster-'));
  chmodSync(directory, 0o711);
  const logs = join(directory, 'logs');
  mkdirSync(logs);
  const running: Supervised[] = [];
  const stopping = new AbortController();
  const begin = (command: Parameters<typeof supervise>[0]) =>
    running.push(supervise(command, logs, stopping.signal));
  const s3 = await startS3(directory, await freePort());
  const stop = async () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    process.stdout.write('The cluster stops …\n');
    for (const each of running.toReversed())
      await each.stop(each.name === 'postgresql' ? 'SIGINT' : 'SIGTERM');
    await s3.close();
    rmSync(directory, { recursive: true, force: true });
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop());

  const database = postgresql(directory, await freePort());
  const shared = redis(directory, await freePort());
  begin(database);
  begin(shared);
  const port = Number(process.env.PORT ?? 8400) || (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const settings = {
    DATABASE_URL: database.url,
    REDIS_URL: shared.url,
    FILES_URL: s3.url,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    SECRET_KEY: randomBytes(32).toString('hex'),
    PUBLIC_URL: origin,
    TRUST_PROXY: '1',
  };
  const launch = async (name: string, role: 'api' | 'worker') => {
    const own = await freePort();
    begin({
      name,
      program: process.execPath,
      args: [join(root, 'packages/server/src/main.ts')],
      cwd: root,
      env: {
        ...settings,
        ROLE: role,
        PORT: String(own),
        // Files are in S3. Recordings stay here until a worker on this machine has made a page.
        DATA_DIR: join(directory, 'data'),
        INTERNAL_URL: `http://127.0.0.1:${own}`,
        MEET_UDP_PORT: '0',
      },
    });
    return own;
  };
  try {
    // The first process creates the databases and the demo.
    const ports = [await launch('api-1', 'api')];
    await answers(`http://127.0.0.1:${ports[0]}/readyz`, logs, 'api-1');
    for (let number = 2; number <= API_PROCESSES; number++) ports.push(await launch(`api-${number}`, 'api'));
    for (let number = 1; number <= WORKERS; number++) await launch(`worker-${number}`, 'worker');
    for (const [index, each] of ports.entries())
      await answers(`http://127.0.0.1:${each}/readyz`, logs, `api-${index + 1}`);
    begin(nginxCommand(join(directory, 'nginx'), port, ports));
    await answers(`${origin}/openapi.json`, logs, 'nginx');
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
    return stop();
  }
  for (const each of running) process.stdout.write(`${each.name.padEnd(12)} process ${each.pid()}\n`);
  process.stdout.write(`logs         ${logs}\ndemo         ${join(directory, 'data', 'demo.json')}\n`);
  process.stdout.write(`\nThe cluster is at ${origin}. Ctrl-C stops it.\n`);
}

async function answers(url: string, logs: string, name: string): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await delay(100);
  }
  throw new Error(
    `${name} does not answer:\n${readFileSync(join(logs, `${name}.log`), 'utf8').slice(-2_000)}`,
  );
}

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
