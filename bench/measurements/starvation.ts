import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, type Figure, type Measurement, roundMs } from '../measurement.ts';
import { openRawSocket } from '../sockets/raw-socket.ts';
import { type CallClass, makeCallClasses } from './call-classes.ts';

const NAMES = ['tokens', 'sign_in', 'reading', 'posting', 'uploads', 'exports', 'search', 'sockets'] as const;
const FACTORS = [2, 5] as const;
const CAPACITY_MS = 1_500;
const LOAD_MS = 3_000;
/** How often each other class is called meanwhile, by one caller; what takes long more seldom, or the callers were the flood. */
const INTERVAL_MS = 250;
const MIN_INTERVAL_TO_USUAL = 10;
/** A call is waited for so long. */
const TIMEOUT_MS = 10_000;
/** A call takes its usual time when it takes no more than so many times of it, and what a busy machine may add. */
const QUICK_FACTOR = 2;
const QUICK_MS = 200;
const RECOVERY_MS = 20_000;

interface Outcome {
  status: number;
  saysWhen: boolean;
  ms: number;
}

/**
 * A class of calls offered at two and five times what the server can do of it, by callers who do not slow down, while one
 * caller of each other class calls four times a second, and one follows a binder on a socket.
 */
function starvationBy(name: (typeof NAMES)[number]): Measurement {
  return {
    figures: Object.fromEntries(
      FACTORS.flatMap((factor) => {
        const flood = `${name} at ${factor} × their capacity`;
        return Object.entries({
          p99: 'p99 of the accepted ones, from when they were sent',
          p99_from_due: 'the same from when they were due',
          late_p99: 'how late the load generator sent, p99',
          goodput: 'accepted ÷ capacity',
          refused: 'share told 429 or 503',
          without_retry_after: 'of those, without Retry-After',
          failed: 'share without an answer, or with another one',
          others_served: 'of the calls of the class served least, those answered 2xx',
          others_p99: 'the p99 of the slowest other class',
          heard_p99: 'a post of another until a socket hears it, p99',
          recovery: 'until one call of each class is quick again',
        }).map(([figure, text]) => [`starvation.${name}.${factor}x.${figure}`, `${flood}: ${text}`]);
      }),
    ),
    async run(bench) {
      const { classes, usual } = await prepare(bench);
      const flooded = classes.find((each) => each.name === name);
      if (flooded === undefined) throw new Error(`no class ${name}`);
      const capacity = await capacityOf(bench, flooded);
      bench.note(`${name}: the capacity is ${Math.round(capacity)} a second`);
      const figures: Record<string, Figure> = {};
      for (const factor of FACTORS) {
        const measured = await flood(bench, { classes, flooded, usual, capacity, factor });
        for (const [figure, value] of Object.entries(measured))
          figures[`starvation.${name}.${factor}x.${figure}`] = value;
      }
      return figures;
    },
  };
}

/** One for each class. */
export const starvation: readonly Measurement[] = NAMES.map(starvationBy);

interface Prepared {
  classes: CallClass[];
  /** Milliseconds of a call of each class without a flood. */
  usual: Map<string, number>;
}

const prepared = new WeakMap<Bench['installation'], Promise<Prepared>>();

function prepare(bench: Bench): Promise<Prepared> {
  const known = prepared.get(bench.installation);
  if (known) return known;
  const made = makeCallClasses(bench.installation).then(async (classes) => {
    const usual = new Map<string, number>();
    for (const each of classes) usual.set(each.name, await usualMs(each));
    bench.note(`alone: ${[...usual].map(([name, ms]) => `${name} ${Math.round(ms)} ms`).join(', ')}`);
    return { classes, usual };
  });
  prepared.set(bench.installation, made);
  return made;
}

async function usualMs(of: CallClass): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < 6; call++) {
    const { status, ms } = await timed(of);
    if (status < 200 || status >= 400) throw new Error(`${of.name} is answered ${status}`);
    times.push(ms);
  }
  return times.sort((one, other) => one - other)[3] ?? Number.NaN;
}

async function capacityOf(bench: Bench, { load }: CallClass): Promise<number> {
  const { port } = await bench.installation.server();
  const job = { ...load, port, rate: null, milliseconds: roundMs(bench, CAPACITY_MS) };
  await bench.generator.runOpen({ ...job, milliseconds: job.milliseconds / 3 });
  const { accepted, seconds } = await bench.generator.runOpen(job);
  return Math.max(1, accepted / seconds);
}

interface Flood extends Prepared {
  flooded: CallClass;
  capacity: number;
  factor: number;
}

async function flood(
  bench: Bench,
  { classes, flooded, usual, capacity, factor }: Flood,
): Promise<Record<string, Figure>> {
  const rate = capacity * factor;
  const { port } = await bench.installation.server();
  const milliseconds = roundMs(bench, LOAD_MS);
  const { load, connections, name } = flooded;
  const follower = await follow(bench);
  const inFlight = load.kind === 'open' ? null : connections;
  const running = bench.generator.runOpen({ ...load, port, inFlight, rate, milliseconds } as typeof load & {
    port: number;
    rate: number;
    milliseconds: number;
  });
  const isOver = sleep(milliseconds).then(() => true);
  const others = classes.filter((each) => each !== flooded);
  const outcomes = new Map<string, Outcome[]>();
  await Promise.all([
    follower.post(isOver),
    ...others.map(async (other) => outcomes.set(other.name, await callLightly(other, usual, isOver))),
  ]);
  const recovery = await recover(classes, usual);
  const result = await running;
  const heardP99 = await follower.end();
  const sent = result.accepted + result.refused + result.failed;
  const worst = [...outcomes].map(([other, all]) => ({
    other,
    served: all.filter(({ status }) => status >= 200 && status < 400).length / all.length,
    p99: p99(all.map(({ ms }) => ms)),
    statuses: [
      ...new Set(all.map(({ status, saysWhen }) => `${status}${status >= 429 && !saysWhen ? '!' : ''}`)),
    ].join(' '),
  }));
  const told = worst.map(
    ({ other, served, p99, statuses }) =>
      `${other} ${Math.round(served * 100)} % ${Math.round(p99)} ms (${statuses})`,
  );
  bench.note(`beside ${Math.round(rate)} ${name} a second (${result.unsent} unsent): ${told.join(', ')}`);
  return {
    p99: { value: result.p99Ms, unit: 'ms' },
    p99_from_due: { value: result.p99FromDueMs, unit: 'ms' },
    late_p99: { value: result.lateP99Ms, unit: 'ms' },
    goodput: { value: result.accepted / result.seconds / capacity, unit: '× capacity' },
    refused: { value: result.refused / sent, unit: 'of the calls' },
    without_retry_after: { value: result.withoutRetryAfter, unit: 'calls' },
    failed: { value: result.failed / sent, unit: 'of the calls' },
    others_served: { value: Math.min(...worst.map(({ served }) => served)), unit: 'of the calls' },
    others_p99: { value: Math.max(...worst.map(({ p99 }) => p99)), unit: 'ms' },
    heard_p99: { value: heardP99, unit: 'ms' },
    recovery: { value: recovery, unit: 's' },
  };
}

async function timed(of: CallClass): Promise<Outcome> {
  const begun = performance.now();
  const none = { status: 0, saysWhen: false };
  const outcome = await Promise.race([of.callOnce().catch(() => none), sleep(TIMEOUT_MS).then(() => none)]);
  return { ...outcome, ms: performance.now() - begun };
}

/** Calls by the clock until it is over; what is under way then is waited for. */
async function callLightly(
  of: CallClass,
  usual: Map<string, number>,
  isOver: Promise<boolean>,
): Promise<Outcome[]> {
  const interval = Math.max(INTERVAL_MS, (usual.get(of.name) ?? 0) * MIN_INTERVAL_TO_USUAL);
  const calls: Promise<Outcome>[] = [];
  do calls.push(timed(of));
  while (!(await Promise.race([isOver, sleep(interval).then(() => false)])));
  return Promise.all(calls);
}

/** Seconds until a call of every class takes its usual time. */
async function recover(classes: CallClass[], usual: Map<string, number>): Promise<number> {
  const begun = performance.now();
  while (performance.now() - begun < RECOVERY_MS) {
    const at = performance.now();
    let isQuick = true;
    for (const each of classes) {
      const { status, ms } = await timed(each);
      const allowed = (usual.get(each.name) ?? 0) * QUICK_FACTOR + QUICK_MS;
      isQuick = status >= 200 && status < 400 && ms <= allowed;
      if (!isQuick) break;
    }
    if (isQuick) return (at - begun) / 1_000;
    await sleep(50);
  }
  return Number.POSITIVE_INFINITY;
}

/** Follows a binder on a socket, and posts into it. `end` gives the p99 of the times from a post to hearing of it, in ms. */
async function follow(bench: Bench) {
  const { installation } = bench;
  const { port, origin } = await installation.server();
  const [binder = ''] = await installation.binders(1);
  const token = await installation.token();
  const postedAt = new Map<string, number>();
  const delays: number[] = [];
  const isFollowing = Promise.withResolvers<void>();
  const socket = await openRawSocket(
    { port, path: '/v1/realtime' },
    ({ head, payload }) => {
      if (head.startsWith('{"type":"snapshot"')) isFollowing.resolve();
      if (!head.startsWith('{"type":"entries"')) return;
      for (const mark of new Set(payload.toString('latin1').match(/followed \d+/g))) {
        const at = postedAt.get(mark);
        if (at !== undefined) delays.push(performance.now() - at);
        postedAt.delete(mark);
      }
    },
    () => isFollowing.reject(new Error('the socket that follows was closed')),
  );
  socket.send({ type: 'hello', version: 1, token });
  socket.send({ type: 'subscribe', id: 1, binder_id: binder });
  await isFollowing.promise;
  let number = 0;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const postOnce = async () => {
    const mark = `followed ${++number}`;
    postedAt.set(mark, performance.now());
    const body = JSON.stringify({ message: { text: mark } });
    const answer = await fetch(`${origin}/v1/${binder}/messages`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    if (!answer.ok) postedAt.delete(mark);
  };
  return {
    async post(isOver: Promise<boolean>): Promise<void> {
      const posts: Promise<void>[] = [];
      do posts.push(postOnce());
      while (!(await Promise.race([isOver, sleep(INTERVAL_MS).then(() => false)])));
      await Promise.all(posts);
    },
    async end(): Promise<number> {
      const deadline = performance.now() + TIMEOUT_MS;
      while (postedAt.size > 0 && performance.now() < deadline) await sleep(50);
      socket.end();
      return postedAt.size > 0 ? Number.POSITIVE_INFINITY : p99(delays);
    },
  };
}

function p99(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}
