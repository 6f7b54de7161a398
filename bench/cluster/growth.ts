import { copyDemoBot } from '../bots.ts';
import { callApi, jsonHeaders, tokenOf } from '../installation.ts';
import { httpLoad, roundRobin } from '../load/http-load.ts';
import {
  alternate,
  type Bench,
  type FigureSpec,
  type Measurement,
  medianOf,
  roundMs,
} from '../measurement.ts';
import { deliver } from '../measurements/deliveries.ts';
import { socketPlans, tokensOfMembers } from '../measurements/realtime.ts';
import { startSink } from '../sink.ts';
import { startSocketClients } from '../sockets/clients.ts';
import { API_PROCESSES, type BenchCluster, type CpuSeconds, startBenchCluster } from './start.ts';

const POSTERS = 32;
const BOTS = 20;
const EVENTS = 150;
const SOCKETS = 300;
const SOCKET_BINDERS = 6;
const SOCKET_POSTS = 60;

interface Work {
  done: number;
  seconds: number;
}
/** The work of a round, and the CPU time that it cost each part of the cluster. */
interface Round extends Work {
  cpu: CpuSeconds;
}
type Rounds = Record<'one' | 'all', Round>[];

/** The cluster of a run, which ends with it. */
const clusters = new WeakMap<Bench, Promise<BenchCluster>>();

function clusterOf(bench: Bench): Promise<BenchCluster> {
  const cluster = clusters.get(bench) ?? startBenchCluster(bench.defer);
  clusters.set(bench, cluster);
  return cluster;
}

/**
 * Work of one process and of three of the same cluster. One process fills a machine with few cores. So the figures
 * compare the work of each side per CPU second, and the CPU time of the parts that all processes share.
 */
function growth(
  name: string,
  what: string,
  { part, shared }: { part: 'api' | 'worker'; shared: readonly (keyof CpuSeconds)[] },
  measure: (bench: Bench, cluster: BenchCluster) => Promise<Rounds>,
): Measurement {
  const unit = '× one process';
  const beside = shared.map((each): [string, FigureSpec] => [
    `cluster.${name}.${each}_per_process`,
    { what: `cores of ${each} for each core of the processes`, unit: 'cores' },
  ]);
  return {
    figures: {
      [`cluster.${name}.growth`]: { what: `${what} a second, ${API_PROCESSES} processes ÷ one`, unit },
      [`cluster.${name}.per_cpu_second`]: { what: 'the same for a CPU second of the processes', unit },
      ...Object.fromEntries(beside),
    },
    async run(bench) {
      const rounds = await measure(bench, await clusterOf(bench));
      const rate = ({ done, seconds }: Round) => done / seconds;
      const perCpu = ({ done, cpu }: Round) => done / cpu[part];
      const cores = ({ seconds, cpu }: Round) => cpu[part] / seconds;
      bench.note(
        `${name}: one process used ${medianOf(rounds, ({ one }) => cores(one)).toFixed(2)} cores, ${API_PROCESSES} used ${medianOf(rounds, ({ all }) => cores(all)).toFixed(2)}; ` +
          `${medianOf(rounds, ({ one }) => rate(one)).toFixed(0)} and ${medianOf(rounds, ({ all }) => rate(all)).toFixed(0)} a second`,
      );
      return {
        [`cluster.${name}.growth`]: medianOf(rounds, ({ one, all }) => rate(all) / rate(one)),
        [`cluster.${name}.per_cpu_second`]: medianOf(rounds, ({ one, all }) => perCpu(all) / perCpu(one)),
        ...Object.fromEntries(
          shared.map((each) => [
            `cluster.${name}.${each}_per_process`,
            medianOf(rounds, ({ all }) => all.cpu[each] / all.cpu[part]),
          ]),
        ),
      };
    },
  };
}

const calls = { part: 'api', shared: ['postgresql', 'redis', 'nginx'] } as const;

/** Posts, events of sockets and deliveries. */
export const clusterMeasurements: readonly Measurement[] = [
  growth('posts', `posts through nginx, ${POSTERS} at once,`, calls, posts),
  growth('events', `events that ${SOCKETS} sockets receive`, calls, events),
  growth(
    'deliveries',
    `signed deliveries, ${BOTS} bots,`,
    { part: 'worker', shared: ['postgresql'] },
    deliveries,
  ),
];

async function withCpu(cluster: BenchCluster, run: () => Promise<Work>): Promise<Round> {
  const before = cluster.cpu();
  const work = await run();
  const after = cluster.cpu();
  const cpu = Object.entries(after).map(([part, seconds]) => [
    part,
    seconds - before[part as keyof CpuSeconds],
  ]);
  return { ...work, cpu: Object.fromEntries(cpu) };
}

async function posts(bench: Bench, cluster: BenchCluster): Promise<Rounds> {
  const { token, binders } = await createBinders(cluster, POSTERS);
  const body = JSON.stringify({
    message: { text: 'A message of an ordinary length, as people write them all day long.' },
  });
  const requests = binders.map(
    (id) => ({ method: 'POST', path: `/v1/${id}/messages`, headers: jsonHeaders(token), body }) as const,
  );
  const load = { clients: POSTERS, milliseconds: roundMs(bench, 2_000), requestOf: roundRobin(requests) };
  const side = (port: number) => () =>
    withCpu(cluster, async () => {
      const { completed, seconds } = await httpLoad({ ...load, port });
      return { done: completed, seconds };
    });
  return alternate(bench.rounds, { one: side(cluster.ports.one), all: side(cluster.ports.all) });
}

/** Events that sockets receive through the proxy, of posts that are sent as fast as they are answered. */
async function events(bench: Bench, cluster: BenchCluster): Promise<Rounds> {
  const { token, binders } = await createBinders(cluster, SOCKET_BINDERS);
  const tokens = await tokensOfMembers(cluster, SOCKET_BINDERS, binders);
  const clients = startSocketClients();
  const count = bench.quick ? SOCKET_BINDERS : SOCKET_POSTS;
  const done = (count / SOCKET_BINDERS) * SOCKETS;
  const side = (port: number) => async () => {
    await clients.open(socketPlans({ port, tokens, binders, count: SOCKETS }));
    const round = await withCpu(cluster, async () => {
      const begin = performance.now();
      const { received } = await clients.expect(done);
      const post = async (binder: string) => {
        for (let sent = 0; sent < count / SOCKET_BINDERS; sent++)
          await callApi({ origin: originOf(port), token }, 'POST', `/${binder}/messages`, {
            message: { text: `sent at ${sent}` },
          });
      };
      await Promise.all([received, ...binders.map(post)]);
      return { done, seconds: (performance.now() - begin) / 1_000 };
    });
    await clients.closeAll();
    return round;
  };
  try {
    return await alternate(bench.rounds, { one: side(cluster.ports.one), all: side(cluster.ports.all) });
  } finally {
    await clients.end();
  }
}

/** One worker first, and then all: they take events from the same queues, so they cannot alternate. */
async function deliveries(bench: Bench, cluster: BenchCluster): Promise<Rounds> {
  const sink = await startSink();
  const bots = await copyDemoBot(cluster, { mark: 'CL', count: BOTS, webhookUrl: sink.url });
  const each = bench.quick ? 10 : EVENTS;
  const done = bots.length * each;
  const measure = (count: number) =>
    cluster.withDatabase(async (db) => {
      await cluster.workers(count);
      const deliverOnce = async () => ({ done, seconds: done / (await deliver(db, sink, bots, each)) });
      return alternate(bench.rounds, { side: () => withCpu(cluster, deliverOnce) });
    });
  try {
    const one = await measure(1);
    const all = await measure(API_PROCESSES);
    return one.flatMap(({ side }, round) => {
      const other = all[round];
      return other ? [{ one: side, all: other.side }] : [];
    });
  } finally {
    await sink.close();
  }
}

async function createBinders(
  cluster: BenchCluster,
  count: number,
): Promise<{ token: string; binders: string[] }> {
  const token = await tokenOf(cluster, (await cluster.demo()).users[0]?.unique_id ?? '');
  const origin = originOf(cluster.ports.all);
  const create = () => callApi({ origin, token }, 'POST', '/me/binders', { name: 'Measured' });
  const created = await Promise.all(Array.from({ length: count }, create));
  return { token, binders: created.map(({ id }) => String(id)) };
}

const originOf = (port: number) => `http://127.0.0.1:${port}`;
