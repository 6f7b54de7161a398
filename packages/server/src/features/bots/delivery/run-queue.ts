import { performance } from 'node:perf_hooks';
import type { Environment } from '../../../environment/environment.ts';
import type { Outbound, OutboundOutcome } from '../../../outbound/index.ts';
import type { QueueLease } from './leases.ts';
import { createWebhookSender, outcomeOf } from './push.ts';
import { findPending, type PendingEvent, type QueueResult } from './queries.ts';

const BATCH = 100;
/** No call starts after this time in a run, so that waiting queues get the slot. */
const MAX_RUN_MS = 20_000;

const GONE = 410;

/**
 * Pushes at most `BATCH` events of a queue in order. An event that will be retried ends the run, because later events
 * must not overtake it; an abandoned event does not. A slow call ends the run to free the slot. If the lease is lost,
 * the call is cancelled and does not count as a failure.
 * @param how `stopped` prevents further calls; a call longer than `slowMs` is slow
 */
export async function runQueue(
  env: Pick<Environment, 'name' | 'db' | 'clock' | 'config' | 'secrets'>,
  outbound: Outbound,
  hold: QueueLease,
  { stopped, slowMs }: { stopped: () => boolean; slowMs: number },
): Promise<QueueResult> {
  const began = performance.now();
  const { queue, signal } = hold;
  const result: QueueResult = {
    userId: queue.user_id,
    binderId: queue.binder_id,
    lease: queue.lease,
    delivered: [],
    dead: [],
    attempts: [],
    failuresBefore: queue.failures,
    failing: null,
    failures: queue.failures,
    dueAt: 0,
    goneClientId: null,
  };
  const push = createWebhookSender(env, outbound, queue);
  for (const event of await findPending(env.db, queue, BATCH)) {
    if (result.failures > 0) result.failing ??= event.sequence;
    if (stopped() || !hold.isOurs() || performance.now() - began > MAX_RUN_MS) break;
    hold.begin(event.sequence);
    const at = env.clock.now();
    const { sequence, message_id: messageId, body } = event;
    const headers = { 'ringbinder-sequence': String(sequence) };
    const outcome = await push({ messageId, body }, at, headers, signal);
    if (outcome.kind === 'failed' && signal.aborted) break;
    result.attempts.push({ userId: result.userId, sequence, at, ...outcomeOf(outcome) });
    const now = env.clock.now();
    // The sandbox uses exactly the documented delays.
    const random = env.name === 'sandbox' ? 0 : Math.random();
    if (!classify(result, event, outcome, { now, random, clientId: queue.client_id }) || outcome.ms > slowMs)
      break;
  }
  return result;
}

/** Records the outcome of an event and returns whether to continue with the next. */
function classify(
  result: QueueResult,
  { sequence }: PendingEvent,
  outcome: OutboundOutcome,
  { now, random, clientId }: { now: number; random: number; clientId: string },
): boolean {
  const status = outcome.kind === 'answered' ? outcome.status : 0;
  if (status >= 200 && status < 300) {
    result.delivered.push(sequence);
    succeed(result);
    return true;
  }
  if (status === GONE) {
    result.goneClientId = clientId;
    return false;
  }
  const input = outcome.kind === 'answered' ? readRetryAfter(outcome.retryAfter, now) : undefined;
  const delay = retryDelay(result.failures + 1, input, random);
  if (delay === null) {
    result.dead.push(sequence);
    succeed(result);
    return true;
  }
  result.failures++;
  result.failing = sequence;
  result.dueAt = Math.round(now + delay);
  return false;
}

function succeed(result: QueueResult): void {
  result.failing = null;
  result.failures = 0;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays after the first, second … failure, milliseconds. After another failure the event is abandoned. */
const RETRY_DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** Maximum share added to a delay, so that simultaneous failures are not retried simultaneously. */
const JITTER = 0.1;
const MAX_RETRY_AFTER_MS = 24 * HOUR;

/**
 * The delay after a failure in milliseconds; null when the event is to be abandoned. A longer `Retry-After`
 * is respected, up to a day.
 * @param failures including this one
 * @param retryAfterMs from `Retry-After`
 * @param random from 0 to 1
 */
export function retryDelay(
  failures: number,
  retryAfterMs: number | undefined,
  random: number = Math.random(),
): number | null {
  const delay = RETRY_DELAYS_MS[failures - 1];
  if (delay === undefined) return null;
  return Math.max(delay * (1 + JITTER * random), Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}

/** Parses `Retry-After`: seconds, or a date. @param now milliseconds since 1970-01-01 UTC */
export function readRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * SECOND;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
