import { callApi, tokenOf } from '../installation.ts';
import { alternate, type Measurement, medianOf } from '../measurement.ts';
import { socketPlans, tokensOfMembers } from '../measurements/realtime.ts';
import { startSocketClients } from '../sockets/clients.ts';
import { API_PROCESSES, type BenchCluster, type CpuSeconds, startBenchCluster } from './start.ts';

const SOCKETS = 300;
const BINDERS = 6;
const POSTS = 60;

const unit = '× one process';

/**
 * Compares the event delivery of three processes behind nginx with that of one. One process saturates a small
 * machine, so the main figure is per CPU second.
 */
export const clusterEvents: Measurement = {
  figures: {
    'cluster.events.growth': {
      what: `events a second that ${SOCKETS} sockets receive, ${API_PROCESSES} processes ÷ one`,
      unit,
    },
    'cluster.events.per_cpu_second': { what: 'the same for a CPU second of the processes', unit },
  },
  async run({ rounds, quick, defer, note }) {
    const cluster = await startBenchCluster(defer);
    const { token, binders } = await createBinders(cluster);
    const tokens = await tokensOfMembers(cluster, BINDERS, binders);
    const clients = startSocketClients();
    const posts = quick ? 1 : POSTS / BINDERS;
    const done = posts * SOCKETS;
    const side = (port: number) => async () => {
      await clients.open(socketPlans({ port, tokens, binders, count: SOCKETS }));
      const before = cluster.cpu();
      const begin = performance.now();
      const { received } = await clients.expect(done);
      const post = async (binder: string) => {
        for (let sent = 0; sent < posts; sent++)
          await callApi({ origin: originOf(port), token }, 'POST', `/${binder}/messages`, {
            message: { text: `sent at ${sent}` },
          });
      };
      await Promise.all([received, ...binders.map(post)]);
      const seconds = (performance.now() - begin) / 1_000;
      const cpu = since(before, cluster.cpu());
      await clients.closeAll();
      return { rate: done / seconds, perCpu: done / cpu.api, cpu };
    };
    try {
      const all = await alternate(rounds, { one: side(cluster.ports.one), all: side(cluster.ports.all) });
      const shared = (['postgresql', 'redis', 'nginx'] as const).map(
        (part) => `${part} ${medianOf(all, (round) => round.all.cpu[part] / round.all.cpu.api).toFixed(2)}`,
      );
      note(`cluster: cores for each core of the processes: ${shared.join(', ')}`);
      return {
        'cluster.events.growth': medianOf(all, (round) => round.all.rate / round.one.rate),
        'cluster.events.per_cpu_second': medianOf(all, (round) => round.all.perCpu / round.one.perCpu),
      };
    } finally {
      await clients.end();
    }
  },
};

function since(before: CpuSeconds, after: CpuSeconds): CpuSeconds {
  const entries = Object.entries(after).map(([part, seconds]) => [
    part,
    seconds - before[part as keyof CpuSeconds],
  ]);
  return Object.fromEntries(entries);
}

async function createBinders(cluster: BenchCluster): Promise<{ token: string; binders: string[] }> {
  const token = await tokenOf(cluster, (await cluster.demo()).users[0]?.unique_id ?? '');
  const origin = originOf(cluster.ports.all);
  const create = () => callApi({ origin, token }, 'POST', '/me/binders', { name: 'Measured' });
  const created = await Promise.all(Array.from({ length: BINDERS }, create));
  return { token, binders: created.map(({ id }) => String(id)) };
}

const originOf = (port: number) => `http://127.0.0.1:${port}`;
