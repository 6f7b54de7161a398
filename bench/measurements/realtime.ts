import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Installation, uniqueIdForm } from '../installation.ts';
import type { Bench, Measurement } from '../measurement.ts';
import { cpuSecondsOf, residentMegabytes } from '../processes.ts';
import type { ServerProcess } from '../server-process.ts';
import { type SocketClients, type SocketPlan, startSocketClients } from '../sockets/clients.ts';
import { monotonicMs } from '../sockets/raw-socket.ts';
import { median } from '../statistics.ts';

/** A user has at most 50 connections by one client. */
const SOCKETS_OF_USER = 50;
const MESSAGES_PER_ROUND = 10;
const BUSY_MS = 3_000;
/** Of all busy binders together, a second. */
const BUSY_POSTS_PER_SECOND = 100;

/** What can be done on this machine, where sockets are two files in two processes. */
const sizes = {
  one: { full: 5_000, quick: 200 },
  idle: { full: 10_000, quick: 400 },
  binders: { full: 50, quick: 4 },
  socketsOfBinder: { full: 100, quick: 50 },
};

/** The realtime channel: one message to many sockets, beside a bare loop; many binders at once; idle sockets. */
export const realtime: Measurement = {
  figures: {
    'realtime.one_binder.p99': 'one message to 5,000 sockets of a binder: p99 after its answer',
    'realtime.one_binder.p50': 'the same: median',
    'realtime.bare_ws.p99':
      'the same of a bare `ws` loop, after it was told to send: what the machine does by then',
    'realtime.cpu_to_bare_ws':
      'CPU of the server for 1,000 frames to 5,000 sockets, posting included ÷ a bare `ws` loop that sends the same bytes',
    'realtime.busy.p99':
      '50 binders with 100 sockets each, 100 posts a second: p99 from the call to the sockets',
    'realtime.busy.frames': 'the same: frames a second',
    'realtime.idle_socket':
      'memory of one of 10,000 idle sockets, each subscribed to a binder and to a list of 50, after a garbage collection',
  },
  async run(bench) {
    const size = (name: keyof typeof sizes) => sizes[name][bench.quick ? 'quick' : 'full'];
    const binders = await bench.installation.binders(size('binders'));
    const members = Math.max(size('idle') / SOCKETS_OF_USER, 1);
    const tokens = await tokensOfMembers(bench.installation, members, binders);
    const clients = startSocketClients();
    try {
      const [binder = ''] = binders;
      return {
        ...(await idleSockets(
          bench,
          clients,
          socketPlans(tokens, () => binder, size('idle'), true),
        )),
        ...(await oneBinder(bench, clients, tokens, binder, size('one'))),
        ...(await busyBinders(bench, clients, tokens, binders, size('socketsOfBinder'))),
      };
    } finally {
      clients.end();
    }
  },
};

type MakePlans = (port: number) => SocketPlan[];

/** Sockets spread over people, each subscribed to a binder. */
export function socketPlans(
  tokens: readonly string[],
  binderOf: (index: number) => string,
  count: number,
  followsList = false,
): MakePlans {
  return (port) =>
    Array.from({ length: count / SOCKETS_OF_USER }, (_, index) => ({
      port,
      path: '/v1/realtime',
      count: SOCKETS_OF_USER,
      answers: followsList ? 3 : 2,
      frames: [
        { type: 'hello', version: 1, token: tokens[index % tokens.length] },
        { type: 'subscribe', id: 1, binder_id: binderOf(index) },
        ...(followsList ? [{ type: 'subscribe_self', id: 2 }] : []),
      ],
    }));
}

async function idleSockets({ installation }: Bench, clients: SocketClients, plans: MakePlans) {
  const server = await installation.server();
  const { port } = server;
  // What is loaded at the first connection is no part of the others.
  await clients.open(plans(port).slice(0, 1));
  await clients.closeAll();
  const before = await megabytesHeld(server);
  const all = plans(port);
  await clients.open(all);
  const kilobytes = ((await megabytesHeld(server)) - before) * 1024;
  await clients.closeAll();
  const sockets = all.reduce((sum, { count }) => sum + count, 0);
  return { 'realtime.idle_socket': { value: kilobytes / sockets, unit: 'kB' } };
}

/** Memory of a server without garbage. */
async function megabytesHeld({ pid, collectGarbage }: ServerProcess): Promise<number> {
  await collectGarbage();
  return residentMegabytes(pid);
}

async function oneBinder(
  bench: Bench,
  clients: SocketClients,
  tokens: readonly string[],
  binder: string,
  count: number,
) {
  const { installation, rounds } = bench;
  const { pid, port } = await installation.server();
  const plans = socketPlans(tokens, () => binder, count);
  await clients.open(plans(port));
  const waits: number[][] = [];
  const ours: number[] = [];
  let bytes = 0;
  for (let round = 0; round <= rounds; round++) {
    const cpuBefore = cpuSecondsOf(pid);
    const after: number[] = [];
    for (let message = 0; message < MESSAGES_PER_ROUND; message++) {
      const { received } = await clients.expect(count);
      await post(installation, binder);
      const answeredAt = monotonicMs();
      const receipts = await received;
      ({ bytes } = receipts);
      after.push(...receipts.times.map((at) => at - answeredAt));
    }
    // The first warms up.
    if (round === 0) continue;
    waits.push(after.toSorted((a, b) => a - b));
    ours.push(cpuSecondsOf(pid) - cpuBefore);
  }
  await clients.closeAll();
  const bare = await bareLoop(clients, plans, { count, bytes, rounds });
  const perThousand = (seconds: number) => (seconds * 1e6) / (MESSAGES_PER_ROUND * count);
  bench.note(
    `realtime: CPU for 1,000 frames of ${bytes} bytes: ${perThousand(median(ours)).toFixed(1)} ms, of a bare loop ${perThousand(median(bare.seconds)).toFixed(1)} ms`,
  );
  return {
    'realtime.one_binder.p99': { value: shareOf(waits, 0.99), unit: 'ms' },
    'realtime.one_binder.p50': { value: shareOf(waits, 0.5), unit: 'ms' },
    'realtime.bare_ws.p99': { value: shareOf(bare.waits, 0.99), unit: 'ms' },
    'realtime.cpu_to_bare_ws': { value: median(ours) / median(bare.seconds), unit: '× bare ws loop' },
  };
}

/** Of each round a bare loop that sends frames of as many bytes to as many sockets: CPU seconds, and milliseconds in order. */
async function bareLoop(
  clients: SocketClients,
  plans: MakePlans,
  { count, bytes, rounds }: { count: number; bytes: number; rounds: number },
): Promise<{ seconds: number[]; waits: number[][] }> {
  const child = fork(new URL('../sockets/bare-process.ts', import.meta.url), {
    execArgv: [],
    stdio: 'inherit',
  });
  try {
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    await clients.open(plans(port).map((plan) => ({ ...plan, answers: 1 })));
    const frame = `{"type":"entries","text":"sent at ${monotonicMs()}"}`.padEnd(bytes);
    const all: Awaited<ReturnType<typeof bareRound>>[] = [];
    for (let round = 0; round <= rounds; round++) all.push(await bareRound(clients, child, frame, count));
    await clients.closeAll();
    // The first warms up.
    const [, ...measured] = all;
    return {
      seconds: measured.map(({ seconds }) => seconds),
      waits: measured.map(({ waits }) => waits),
    };
  } finally {
    child.disconnect();
  }
}

async function bareRound(clients: SocketClients, child: ChildProcess, frame: string, count: number) {
  const before = cpuSecondsOf(child.pid ?? 0);
  const waits: number[] = [];
  for (let message = 0; message < MESSAGES_PER_ROUND; message++) {
    const { received } = await clients.expect(count);
    const toldAt = monotonicMs();
    child.send({ frame });
    const { times } = await received;
    waits.push(...times.map((at) => at - toldAt));
  }
  return { seconds: cpuSecondsOf(child.pid ?? 0) - before, waits: waits.toSorted((a, b) => a - b) };
}

/** Of waits in order, by round, the one that such a share does not exceed: the median of the rounds. */
function shareOf(waits: readonly number[][], share: number): number {
  return median(waits.map((wait) => wait[Math.floor(wait.length * share)] ?? Number.NaN));
}

async function busyBinders(
  { installation, quick, rounds }: Bench,
  clients: SocketClients,
  tokens: readonly string[],
  binders: readonly string[],
  socketsOfBinder: number,
) {
  const { port } = await installation.server();
  const plansOfBinder = socketsOfBinder / SOCKETS_OF_USER;
  const binderOf = (index: number) => binders[Math.floor(index / plansOfBinder)] ?? '';
  await clients.open(socketPlans(tokens, binderOf, binders.length * socketsOfBinder)(port));
  const busy: { p99: number; rate: number }[] = [];
  for (let round = 0; round < rounds; round++)
    busy.push(await busyRound(installation, clients, { binders, socketsOfBinder, quick }));
  await clients.closeAll();
  return {
    'realtime.busy.p99': { value: median(busy.map(({ p99 }) => p99)), unit: 'ms' },
    'realtime.busy.frames': { value: median(busy.map(({ rate }) => rate)), unit: '/s' },
  };
}

async function busyRound(
  installation: Installation,
  clients: SocketClients,
  of: { binders: readonly string[]; socketsOfBinder: number; quick: boolean },
): Promise<{ p99: number; rate: number }> {
  const { binders, socketsOfBinder, quick } = of;
  const posts = Math.round((BUSY_POSTS_PER_SECOND * (quick ? 300 : BUSY_MS)) / 1_000);
  const { received } = await clients.expect(posts * socketsOfBinder);
  const began = monotonicMs();
  const posted: Promise<void>[] = [];
  for (let sent = 0; sent < posts; sent++) {
    const due = began + (sent * 1_000) / BUSY_POSTS_PER_SECOND;
    await sleep(Math.max(0, due - monotonicMs()));
    posted.push(post(installation, binders[sent % binders.length] ?? ''));
  }
  await Promise.all(posted);
  const { times, sentTimes } = await received;
  const waits = times.map((at, index) => at - (sentTimes[index] ?? Number.NaN)).toSorted((a, b) => a - b);
  const seconds = (times.reduce((latest, at) => Math.max(latest, at), 0) - began) / 1_000;
  return { p99: waits[Math.floor(waits.length * 0.99)] ?? Number.NaN, rate: times.length / seconds };
}

/** Posts a message that says when. */
async function post(installation: Installation, binder: string): Promise<void> {
  await installation.call('POST', `/${binder}/messages`, { message: { text: `sent at ${monotonicMs()}` } });
}

/** Makes members of some binders, and gives their tokens. */
export async function tokensOfMembers(
  installation: Pick<Installation, 'demo' | 'server' | 'withDatabase'>,
  count: number,
  binders: readonly string[],
): Promise<string[]> {
  const demo = await installation.demo();
  const { origin } = await installation.server();
  const tokens: string[] = [];
  for (let index = 0; index < count; index++) {
    const body = new URLSearchParams(uniqueIdForm(demo, `listener-${index}`));
    const answer = await fetch(`${origin}/v1/oauth/token`, { method: 'POST', body });
    if (!answer.ok) throw new Error(`no token: ${await answer.text()}`);
    tokens.push(((await answer.json()) as { access_token: string }).access_token);
  }
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
