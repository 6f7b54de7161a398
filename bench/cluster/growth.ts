import { copyDemoBot } from '../bots.ts';
import { getToken } from '../installation.ts';
import { httpRequest } from '../load/index.ts';
import { type Bench, type Figure, type Measurement, roundMs } from '../measurement.ts';
import { deliver } from '../measurements/deliveries.ts';
import { socketPlans, tokensOfMembers } from '../measurements/realtime.ts';
import { startSink } from '../sink.ts';
import { startSocketClients } from '../sockets/clients.ts';
import { median } from '../statistics.ts';
import { API_PROCESSES, type BenchCluster, type CpuSeconds, startBenchCluster } from './start.ts';

const POSTERS = 32;
const BOTS = 20;
const EVENTS = 150;
const SOCKETS = 300;
const SOCKET_BINDERS = 6;
const SOCKET_POSTS = 60;

/** What one round did, and what the parts of the cluster spent on it. */
interface Round {
  done: number;
  seconds: number;
  cpu: CpuSeconds;
}
type Side = 'one' | 'all';

/** The cluster of a run, which ends with it. */
const clusters = new WeakMap<Bench, Promise<BenchCluster>>();

function clusterOf(bench: Bench): Promise<BenchCluster> {
  const cluster = clusters.get(bench) ?? startBenchCluster(bench.defer);
  clusters.set(bench, cluster);
  return cluster;
}

/**
 * Posts, events of sockets and deliveries, with one process and with three of the same cluster. A machine with few cores is
 * full with one; so what grows is told by what each did for a CPU second of its own, and beside it what is common to all.
 */
export const clusterMeasurements: readonly Measurement[] = [
  {
    figures: {
      'cluster.posts.growth': `posts a second through nginx, ${POSTERS} at once, ${API_PROCESSES} processes ÷ one`,
      'cluster.posts.per_cpu_second': 'the same for a CPU second of the processes that answer calls',
      'cluster.posts.postgresql_per_process':
        'cores of PostgreSQL that posts need for each core of those processes',
      'cluster.posts.redis_per_process': 'the same of Redis',
      'cluster.posts.nginx_per_process': 'the same of nginx',
    },
    run: async (bench) => told(bench, 'posts', 'api', await posts(bench, await clusterOf(bench))),
  },
  {
    figures: {
      'cluster.events.growth': `events that ${SOCKETS} sockets hear a second, ${API_PROCESSES} processes ÷ one`,
      'cluster.events.per_cpu_second': 'the same for a CPU second of the processes that answer calls',
      'cluster.events.postgresql_per_process':
        'cores of PostgreSQL that these events need for each core of those processes',
      'cluster.events.redis_per_process': 'the same of Redis',
      'cluster.events.nginx_per_process': 'the same of nginx',
    },
    run: async (bench) => told(bench, 'events', 'api', await events(bench, await clusterOf(bench))),
  },
  {
    figures: {
      'cluster.deliveries.growth': `signed deliveries a second, ${BOTS} bots, ${API_PROCESSES} workers ÷ one`,
      'cluster.deliveries.per_cpu_second': 'the same for a CPU second of the workers',
      'cluster.deliveries.postgresql_per_process':
        'cores of PostgreSQL that deliveries need for each core of the workers',
    },
    run: async (bench) =>
      told(bench, 'deliveries', 'worker', await deliveries(bench, await clusterOf(bench))),
  },
];

/** Ratios of the rounds with three processes to those with one, and what is common to the processes beside them. */
function told(
  bench: Bench,
  name: string,
  part: 'api' | 'worker',
  rounds: Record<Side, Round[]>,
): Record<string, Figure> {
  const rate = (side: Side) => median(rounds[side].map(({ done, seconds }) => done / seconds));
  const perCpu = (side: Side) => median(rounds[side].map(({ done, cpu }) => done / cpu[part]));
  const beside = (common: keyof CpuSeconds) => median(rounds.all.map(({ cpu }) => cpu[common] / cpu[part]));
  const busiest = (side: Side) => median(rounds[side].map(({ seconds, cpu }) => cpu[part] / seconds));
  bench.note(
    `${name}: one process had ${busiest('one').toFixed(2)} cores, ${API_PROCESSES} had ${busiest('all').toFixed(2)} together; ` +
      `${rate('one').toFixed(0)} and ${rate('all').toFixed(0)} a second`,
  );
  const common = part === 'api' ? (['postgresql', 'redis', 'nginx'] as const) : (['postgresql'] as const);
  return {
    [`cluster.${name}.growth`]: { value: rate('all') / rate('one'), unit: '× one process' },
    [`cluster.${name}.per_cpu_second`]: { value: perCpu('all') / perCpu('one'), unit: '× one process' },
    ...Object.fromEntries(
      common.map((each) => [`cluster.${name}.${each}_per_process`, { value: beside(each), unit: 'cores' }]),
    ),
  };
}

/** Runs both sides in turn, after one of each to warm up. */
async function inTurn(bench: Bench, cluster: BenchCluster, run: (side: Side) => Promise<Omit<Round, 'cpu'>>) {
  const rounds: Record<Side, Round[]> = { one: [], all: [] };
  for (const side of ['one', 'all'] as const) await run(side);
  for (let round = 0; round < bench.rounds; round++)
    for (const side of ['one', 'all'] as const) rounds[side].push(await measured(cluster, () => run(side)));
  return rounds;
}

async function measured(cluster: BenchCluster, run: () => Promise<Omit<Round, 'cpu'>>): Promise<Round> {
  const before = cluster.cpu();
  const result = await run();
  const after = cluster.cpu();
  const cpu = Object.fromEntries(
    Object.entries(after).map(([part, seconds]) => [part, seconds - before[part as keyof CpuSeconds]]),
  ) as CpuSeconds;
  return { ...result, cpu };
}

async function posts(bench: Bench, cluster: BenchCluster) {
  const token = await getToken(cluster);
  const binders = await makeBinders(cluster, token, POSTERS);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({
    message: { text: 'A message of an ordinary length, as people write them all day long.' },
  });
  const requests = binders.map((id) => httpRequest('POST', `/v1/${id}/messages`, headers, body));
  return inTurn(bench, cluster, async (side) => {
    const port = cluster.ports[side];
    const job = {
      kind: 'http' as const,
      clients: POSTERS,
      milliseconds: roundMs(bench, 2_000),
      port,
      requests,
    };
    const { completed, seconds } = await bench.generator.run(job);
    return { done: completed, seconds };
  });
}

/** Sockets of people who follow a binder each, through the proxy: what they hear of posts that are sent as fast as they are answered. */
async function events(bench: Bench, cluster: BenchCluster) {
  const token = await getToken(cluster);
  const followed = await makeBinders(cluster, token, SOCKET_BINDERS);
  const tokens = await tokensOfMembers(cluster, SOCKET_BINDERS, followed);
  const clients = startSocketClients();
  const binderOf = (index: number) => followed[index % followed.length] ?? '';
  const plans = socketPlans(tokens, binderOf, SOCKETS);
  const posts = bench.quick ? SOCKET_BINDERS : SOCKET_POSTS;
  const expected = (posts / SOCKET_BINDERS) * SOCKETS;
  const rounds: Record<Side, Round[]> = { one: [], all: [] };
  try {
    for (const side of ['one', 'all'] as const) {
      await clients.open(plans(cluster.ports[side]));
      for (let round = 0; round <= bench.rounds; round++) {
        const taken = await measured(cluster, async () => {
          const begun = performance.now();
          const { received } = await clients.expect(expected);
          const post = async (binder: number) => {
            for (let sent = binder; sent < posts; sent += SOCKET_BINDERS)
              await call(cluster.ports[side], token, `/${binderOf(binder)}/messages`, {
                message: { text: `sent at ${sent}` },
              });
          };
          await Promise.all([received, ...followed.map((_, binder) => post(binder))]);
          return { done: expected, seconds: (performance.now() - begun) / 1_000 };
        });
        // The first warms up.
        if (round > 0) rounds[side].push(taken);
      }
      await clients.closeAll();
    }
    return rounds;
  } finally {
    clients.end();
  }
}

/** One worker first, and then the others beside it: they take events from the same queues, so they cannot have turns. */
async function deliveries(bench: Bench, cluster: BenchCluster): Promise<Record<Side, Round[]>> {
  const sink = await startSink();
  try {
    const bots = await copyDemoBot(cluster, { mark: 'CL', count: BOTS, webhookUrl: sink.url });
    const each = bench.quick ? 10 : EVENTS;
    const done = bots.length * each;
    const rounds: Record<Side, Round[]> = { one: [], all: [] };
    await cluster.withDatabase(async (db) => {
      for (const side of ['one', 'all'] as const) {
        await cluster.workers(side === 'one' ? 1 : API_PROCESSES);
        await deliver(db, sink, bots, each);
        for (let round = 0; round < bench.rounds; round++)
          rounds[side].push(
            await measured(cluster, async () => ({
              done,
              seconds: done / (await deliver(db, sink, bots, each)),
            })),
          );
      }
    });
    return rounds;
  } finally {
    sink.close();
  }
}

async function makeBinders(cluster: BenchCluster, token: string, count: number): Promise<string[]> {
  const make = () => call(cluster.ports.all, token, '/me/binders', { name: 'Measured' });
  return (await Promise.all(Array.from({ length: count }, make))).map(({ id }) => String(id));
}

async function call(
  port: number,
  token: string,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: Record<string, unknown> }).data;
}
