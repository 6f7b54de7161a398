import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Flood, type Outcome, runFlood } from '../load/flood.ts';
import { type Bench, type FigureSpec, type Measurement, median, roundMs } from '../measurement.ts';
import { CALL_CLASSES, type CallClass, createCallClasses } from './call-classes.ts';

const FACTORS = [2, 5] as const;
const CAPACITY_MS = 1_500;
const FLOOD_MS = 3_000;
/**
 * Interval between the calls of each class that is not flooded. It is longer if these calls are slow, so that
 * they add little load.
 */
const INTERVAL_MS = 250;
const MIN_INTERVAL_TO_USUAL = 10;
const TIMEOUT_MS = 10_000;
/**
 * A call is quick if it takes at most QUICK_FACTOR times its usual time plus QUICK_MS, which allows for busy
 * machines.
 */
const QUICK_FACTOR = 2;
const QUICK_MS = 200;
const RECOVERY_MS = 20_000;

const specs: Record<string, FigureSpec> = {
  p99: { what: 'p99 of the accepted calls, from when they were sent', unit: 'ms', atMost: 1_000 },
  goodput: { what: 'accepted ÷ capacity', unit: '× capacity' },
  refused: { what: 'share answered with 429 or 503', unit: 'of the calls' },
  without_retry_after: { what: 'refusals without Retry-After', unit: 'calls', atMost: 0 },
  failed: { what: 'share without an answer, or with another one', unit: 'of the calls' },
  others_served: { what: 'of the calls of the class served least, those answered 2xx', unit: 'of the calls' },
  others_p99: { what: 'the p99 of the slowest other class', unit: 'ms' },
  recovery: { what: 'until one call of each class is quick again', unit: 's' },
};

/**
 * Floods the server with one class of calls, at two and five times its capacity. Meanwhile makes at most four
 * calls a second of each other class.
 */
function overloadBy(name: string): Measurement {
  const figures: Record<string, FigureSpec> = {};
  for (const factor of FACTORS)
    for (const [figure, spec] of Object.entries(specs))
      figures[`overload.${name}.${factor}x.${figure}`] = {
        ...spec,
        what: `${name} at ${factor} × their capacity: ${spec.what}`,
        ...(figure === 'goodput' && name.startsWith('posting') ? { atLeast: 0.7 } : {}),
      };
  return {
    figures,
    async run(bench) {
      const { classes, usual } = await prepare(bench);
      const flooded = classes.find((each) => each.name === name);
      if (flooded === undefined) throw new Error(`no class ${name}`);
      const capacity = await capacityOf(bench, flooded);
      bench.note(`${name}: the capacity is ${Math.round(capacity)} a second`);
      const values: Record<string, number> = {};
      for (const factor of FACTORS) {
        const measured = await overload(bench, { classes, flooded, usual, capacity, factor });
        for (const [figure, value] of Object.entries(measured))
          values[`overload.${name}.${factor}x.${figure}`] = value;
      }
      return values;
    },
  };
}

export const overloads: readonly Measurement[] = CALL_CLASSES.map(overloadBy);

interface Prepared {
  classes: CallClass[];
  usual: Map<string, number>;
}

const prepared = new WeakMap<Bench, Promise<Prepared>>();

function prepare(bench: Bench): Promise<Prepared> {
  const cached = prepared.get(bench);
  if (cached) return cached;
  const created = createCallClasses(bench.installation).then(async (classes) => {
    const usual = new Map<string, number>();
    for (const each of classes) usual.set(each.name, await usualMs(each));
    bench.note(`alone: ${[...usual].map(([name, ms]) => `${name} ${Math.round(ms)} ms`).join(', ')}`);
    return { classes, usual };
  });
  prepared.set(bench, created);
  return created;
}

async function usualMs(of: CallClass): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < 6; call++) {
    const { outcome, ms } = await timed(of);
    if (outcome !== 'accepted') throw new Error(`a call of ${of.name} is ${outcome}`);
    times.push(ms);
  }
  return median(times);
}

async function floodOf(
  bench: Bench,
  { calls }: CallClass,
  load: Pick<Flood, 'rate' | 'connections' | 'milliseconds'>,
) {
  const { port } = await bench.installation.server();
  return runFlood({ port, calls, ...load });
}

async function capacityOf(bench: Bench, of: CallClass): Promise<number> {
  const load = { rate: null, connections: of.inFlight, milliseconds: roundMs(bench, CAPACITY_MS) };
  await floodOf(bench, of, { ...load, milliseconds: load.milliseconds / 3 });
  const { accepted, seconds } = await floodOf(bench, of, load);
  return Math.max(1, accepted / seconds);
}

interface Overload extends Prepared {
  flooded: CallClass;
  capacity: number;
  factor: number;
}

async function overload(
  bench: Bench,
  { classes, flooded, usual, capacity, factor }: Overload,
): Promise<Record<string, number>> {
  const rate = capacity * factor;
  const milliseconds = roundMs(bench, FLOOD_MS);
  const flood = floodOf(bench, flooded, { rate, connections: flooded.connections, milliseconds });
  // The flood is awaited last. An unhandled rejection before that would prevent the cleanup after an
  // interruption.
  flood.catch(() => undefined);
  const isOver = sleep(milliseconds).then(() => true);
  const others = await Promise.all(
    classes
      .filter((each) => each !== flooded)
      .map(async (other) => ({ name: other.name, ...(await callLightly(other, usual, isOver)) })),
  );
  const recovery = await recover(classes, usual);
  const { accepted, refused, failed, withoutRetryAfter, unsent, seconds, p99Ms, share } = await flood;
  const text = others.map(
    ({ name, served, p99 }) => `${name} ${Math.round(served * 100)} % ${Math.round(p99)} ms`,
  );
  bench.note(
    `beside ${Math.round(rate)} ${flooded.name} a second (${unsent} unsent, by ${share.toFixed(2)} of a core): ${text.join(', ')}`,
  );
  const sent = accepted + refused + failed;
  return {
    p99: p99Ms,
    goodput: accepted / seconds / capacity,
    refused: refused / sent,
    without_retry_after: withoutRetryAfter,
    failed: failed / sent,
    others_served: Math.min(...others.map(({ served }) => served)),
    others_p99: Math.max(...others.map(({ p99 }) => p99)),
    recovery,
  };
}

async function timed(of: CallClass): Promise<{ outcome: Outcome; ms: number }> {
  const begin = performance.now();
  const none = () => 'failed' as const;
  const outcome = await Promise.race([of.callOnce().catch(none), sleep(TIMEOUT_MS).then(none)]);
  return { outcome, ms: performance.now() - begin };
}

async function callLightly(of: CallClass, usual: Map<string, number>, isOver: Promise<boolean>) {
  const interval = Math.max(INTERVAL_MS, (usual.get(of.name) ?? 0) * MIN_INTERVAL_TO_USUAL);
  const calls: ReturnType<typeof timed>[] = [];
  do calls.push(timed(of));
  while (!(await Promise.race([isOver, sleep(interval).then(() => false)])));
  const all = await Promise.all(calls);
  const latencies = createHistogram();
  for (const { ms } of all) latencies.record(Math.max(1, Math.round(ms)));
  const served = all.filter(({ outcome }) => outcome === 'accepted').length / all.length;
  return { served, p99: latencies.percentile(99) };
}

async function recover(classes: CallClass[], usual: Map<string, number>): Promise<number> {
  const begin = performance.now();
  while (performance.now() - begin < RECOVERY_MS) {
    const at = performance.now();
    let isQuick = true;
    for (const each of classes) {
      const { outcome, ms } = await timed(each);
      isQuick = outcome === 'accepted' && ms <= (usual.get(each.name) ?? 0) * QUICK_FACTOR + QUICK_MS;
      if (!isQuick) break;
    }
    if (isQuick) return (at - begin) / 1_000;
    await sleep(50);
  }
  return Number.POSITIVE_INFINITY;
}
