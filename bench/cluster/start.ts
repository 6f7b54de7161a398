import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import { nginxCommand } from '../../examples/cluster/proxy.ts';
import { postgresql, redis } from '../../examples/cluster/stores.ts';
import { type Command, supervise } from '../../examples/cluster/supervise.ts';
import type { DemoFile } from '../../packages/server/src/features/demo/index.ts';
import { type DatabasePool, openDatabase } from '../../packages/server/src/storage/pool.ts';
import { cpuSecondsOf, cpuSecondsOfFamily } from '../processes.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';

export const API_PROCESSES = 3;

export type CpuSeconds = Record<'api' | 'postgresql' | 'redis' | 'nginx', number>;

/** Ports of two proxies: `one` leads to a single process, `all` to every process. */
export interface BenchCluster {
  ports: { one: number; all: number };
  demo(): Promise<DemoFile>;
  server(): Promise<ServerProcess>;
  withDatabase<T>(work: (db: DatabasePool) => Promise<T>): Promise<T>;
  cpu(): CpuSeconds;
}

export async function startBenchCluster(defer: (end: () => Promise<void>) => void): Promise<BenchCluster> {
  const directory = await mkdtemp(join(tmpdir(), 'ringbinder-bench-cluster-'));
  chmodSync(directory, 0o711);
  const logs = join(directory, 'logs');
  mkdirSync(logs);
  const stopping = new AbortController();
  const cleanUp = new AsyncDisposableStack();
  defer(() => cleanUp.disposeAsync());
  cleanUp.defer(() => rm(directory, { recursive: true, force: true }));
  cleanUp.defer(() => stopping.abort());
  const begin = (command: Command, signal: NodeJS.Signals = 'SIGTERM') => {
    const running = supervise(command, logs, stopping.signal);
    cleanUp.defer(async () => {
      stopping.abort();
      await running.stop(signal);
    });
    return () => running.pid() ?? Number.NaN;
  };
  try {
    const database = postgresql(directory, await freePort());
    const shared = redis(directory, await freePort());
    const pids = { postgresql: begin(database, 'SIGINT'), redis: begin(shared) };
    const settings = {
      DATABASE_URL: database.url,
      REDIS_URL: shared.url,
      SECRET_KEY: randomBytes(32).toString('hex'),
      TRUST_PROXY: '1',
      MEET_UDP_PORT: '0',
    };
    const data = join(directory, 'data');
    const launch = async () => {
      const server = await startServerProcess(data, [], { ...settings, ROLE: 'api' });
      cleanUp.defer(() => server.stop());
      return server;
    };
    const first = await launch();
    const others = await Promise.all(Array.from({ length: API_PROCESSES - 1 }, launch));
    const api = [first, ...others];
    const ports = { one: await freePort(), all: await freePort() };
    const toOne = begin(nginxCommand(join(directory, 'to-one'), ports.one, [first.port]));
    const toAll = begin(
      nginxCommand(
        join(directory, 'to-all'),
        ports.all,
        api.map(({ port }) => port),
      ),
    );
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    return {
      ports,
      demo: async () => JSON.parse(await readFile(join(data, 'demo.json'), 'utf8')) as DemoFile,
      server: async () => first,
      async withDatabase(work) {
        const db = openDatabase({ connectionString: database.url }, { max: 1 });
        return work(db).finally(() => db.close());
      },
      cpu: () => ({
        api: sum(api.map(({ pid }) => cpuSecondsOf(pid))),
        postgresql: cpuSecondsOfFamily(pids.postgresql()),
        redis: cpuSecondsOf(pids.redis()),
        nginx: cpuSecondsOfFamily(toOne()) + cpuSecondsOfFamily(toAll()),
      }),
    };
  } catch (error) {
    await cleanUp.disposeAsync();
    throw error;
  }
}
