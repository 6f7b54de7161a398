import { createHistogram } from 'node:perf_hooks';
import { startChild } from '../child.ts';
import { type Installation, tokenOf } from '../installation.ts';
import { type Bench, type Measurement, medianOf } from '../measurement.ts';
import { cpuSecondsOf, residentMegabytes } from '../processes.ts';
import type { ServerProcess } from '../server-process.ts';
import { type SocketClients, type SocketPlan, startSocketClients } from '../sockets/clients.ts';
import { monotonicMs } from '../sockets/raw-socket.ts';

/** The server's limit of sockets per user and client. */
const SOCKETS_OF_USER = 50;
const MESSAGES_PER_ROUND = 10;

export const realtime: Measurement = {
  figures: {
    'realtime.one_binder.p99': {
      what: 'one message to 5,000 sockets of a binder: p99 after its answer',
      unit: 'ms',
      atMost: 150,
    },
    'realtime.bare_ws.p99': { what: 'the same of a bare `ws` loop, after it was told to send', unit: 'ms' },
    'realtime.cpu_to_bare_ws': {
      what: 'CPU of the server for 1,000 frames, posting included ÷ a bare `ws` loop that sends the same bytes',
      unit: '× bare ws loop',
      atMost: 2,
    },
    'realtime.idle_socket': {
      what: 'memory of one of 10,000 idle sockets, each subscribed to a binder and to a list of 50, after a garbage collection',
      unit: 'kB',
      atMost: 40,
    },
  },
  async run(bench) {
    const { installation, quick } = bench;
    // File descriptors are limited, and each socket needs one in two processes.
    const [many, idle] = quick ? [200, 400] : [5_000, 10_000];
    const binders = await installation.binders(quick ? 4 : 50);
    const [binder = ''] = binders;
    const tokens = await tokensOfMembers(installation, Math.max(idle / SOCKETS_OF_USER, 1), binders);
    const clients = startSocketClients();
    try {
      return {
        ...(await idleSockets(bench, clients, (port) =>
          socketPlans({ port, tokens, binders: [binder], count: idle }, true),
        )),
        ...(await oneBinder(
          bench,
          clients,
          (port) => socketPlans({ port, tokens, binders: [binder], count: many }),
          many,
        )),
      };
    } finally {
      await clients.end();
    }
  },
};

type CreatePlans = (port: number) => SocketPlan[];

export function socketPlans(
  of: { port: number; tokens: readonly string[]; binders: readonly string[]; count: number },
  followsList = false,
): SocketPlan[] {
  return Array.from({ length: of.count / SOCKETS_OF_USER }, (_, index) => ({
    port: of.port,
    path: '/v1/realtime',
    count: SOCKETS_OF_USER,
    answers: followsList ? 3 : 2,
    frames: [
      { type: 'hello', version: 1, token: of.tokens[index % of.tokens.length] },
      { type: 'subscribe', id: 1, binder_id: of.binders[index % of.binders.length] },
      ...(followsList ? [{ type: 'subscribe_self', id: 2 }] : []),
    ],
  }));
}

async function idleSockets({ installation }: Bench, clients: SocketClients, plans: CreatePlans) {
  const server = await installation.server();
  const all = plans(server.port);
  await clients.open(all.slice(0, 1));
  await clients.closeAll();
  const before = await residentDelta(server);
  await clients.open(all);
  const kilobytes = ((await residentDelta(server)) - before) * 1024;
  await clients.closeAll();
  return { 'realtime.idle_socket': kilobytes / (all.length * SOCKETS_OF_USER) };
}

async function residentDelta({ pid, collectGarbage }: ServerProcess): Promise<number> {
  await collectGarbage();
  return residentMegabytes(pid);
}

async function oneBinder(bench: Bench, clients: SocketClients, plans: CreatePlans, count: number) {
  const { installation, rounds } = bench;
  const { pid, port } = await installation.server();
  const [binder] = await installation.binders(1);
  await clients.open(plans(port));
  const post = () =>
    installation.call('POST', `/${binder}/messages`, { message: { text: `sent at ${monotonicMs()}` } });
  const ours = await fanOut(rounds, clients, { pid, count, send: post });
  await clients.closeAll();

  const server = startChild(new URL('../sockets/bare-server.ts', import.meta.url));
  try {
    const { port: barePort } = await server.ask<{ port: number }>({});
    await clients.open(plans(barePort).map((plan) => ({ ...plan, answers: 1 })));
    const frame = `{"type":"entries","text":"sent at ${monotonicMs()}"}`.padEnd(ours.bytes);
    const send = async () => void server.ask({ frame });
    const bare = await fanOut(rounds, clients, { pid: server.pid, count, send });
    await clients.closeAll();
    const perThousand = (seconds: number) => ((seconds * 1e6) / (MESSAGES_PER_ROUND * count)).toFixed(1);
    bench.note(
      `realtime: CPU for 1,000 frames of ${ours.bytes} bytes: ${perThousand(ours.seconds)} ms, of a bare loop ${perThousand(bare.seconds)} ms`,
    );
    return {
      'realtime.one_binder.p99': ours.p99,
      'realtime.bare_ws.p99': bare.p99,
      'realtime.cpu_to_bare_ws': ours.seconds / bare.seconds,
    };
  } finally {
    await server.stop();
  }
}

interface FanOut {
  pid: number;
  count: number;
  send(): Promise<unknown>;
}

/**
 * Returns medians of CPU seconds and p99 delays. A delay is the ms from the end of `send` until a socket
 * receives the message.
 */
async function fanOut(rounds: number, clients: SocketClients, { pid, count, send }: FanOut) {
  const all: { seconds: number; p99: number; bytes: number }[] = [];
  for (let round = 0; round <= rounds; round++) {
    const before = cpuSecondsOf(pid);
    const waits = createHistogram();
    let length = 0;
    for (let message = 0; message < MESSAGES_PER_ROUND; message++) {
      const { received } = await clients.expect(count);
      await send();
      const sentAt = monotonicMs();
      const { times, bytes } = await received;
      length = bytes;
      // A message may arrive before the sender's response.
      for (const at of times) waits.record(Math.max(1, Math.round((at - sentAt) * 1_000)));
    }
    all.push({ seconds: cpuSecondsOf(pid) - before, p99: waits.percentile(99) / 1_000, bytes: length });
  }
  all.shift();
  return {
    seconds: medianOf(all, ({ seconds }) => seconds),
    p99: medianOf(all, ({ p99 }) => p99),
    bytes: all[0]?.bytes ?? 0,
  };
}

export async function tokensOfMembers(
  installation: Pick<Installation, 'demo' | 'server' | 'withDatabase'>,
  count: number,
  binders: readonly string[],
): Promise<string[]> {
  const tokens: string[] = [];
  for (let index = 0; index < count; index++) tokens.push(await tokenOf(installation, `listener-${index}`));
  await installation.withDatabase(async (db) => {
    await db.query(
      `INSERT INTO binder_members (binder_id, user_id, role, created_at, updated_at)
       SELECT b.id, u.id, 'viewer', 0, 0 FROM unnest($1::text[]) AS b (id), users u
       WHERE u.unique_id LIKE 'listener-%' ON CONFLICT DO NOTHING`,
      [binders],
    );
  });
  return tokens;
}
