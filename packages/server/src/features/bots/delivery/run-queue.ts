import { performance } from 'node:perf_hooks';
import type { Environment } from '../../../environment/environment.ts';
import type { Outbound, OutboundOutcome } from '../../../outbound/index.ts';
import { inSpan } from '../../../tracing/index.ts';
import type { QueueLease } from './leases.ts';
import { createWebhookSender, toCallResult } from './push.ts';
import { findPending, type PendingEvent, type QueueResult } from './queries.ts';

const BATCH = 100;
/** After this time, a run starts no new request. */
const MAX_RUN_MS = 20_000;

const GONE = 410;

/**
 * A failure ends the run, because later events must not overtake the failed one. A slow request ends it, so that
 * another bot can use the slot.
 */
export async function runQueue(
  env: Pick<Environment, 'name' | 'db' | 'clock' | 'config' | 'secrets'>,
  outbound: Outbound,
  hold: QueueLease,
  { stopped, slowMs }: { stopped: () => boolean; slowMs: number },
): Promise<QueueResult> {
  const startedAt = performance.now();
  const { queue, signal } = hold;
  const result: QueueResult = {
    userId: queue.user_id,
    binderId: queue.binder_id,
    lease: queue.lease,
    url: queue.webhook_url,
    delivered: [],
    dead: [],
    attempts: [],
    failuresBefore: queue.failures,
    failingSequence: null,
    failures: queue.failures,
    dueAt: 0,
    goneClientId: null,
  };
  const push = createWebhookSender(env, outbound, queue);
  for (const event of await findPending(env.db, queue, BATCH)) {
    if (result.failures > 0) result.failingSequence ??= event.sequence;
    if (stopped() || !hold.isHeld() || performance.now() - startedAt > MAX_RUN_MS) break;
    hold.beginEvent(event.sequence);
    const at = env.clock.now();
    const { sequence } = event;
    const outcome = await pushTraced(push, event, { at, signal, clientId: queue.client_id });
    if (outcome.kind === 'failed' && signal.aborted) break;
    result.attempts.push({
      userId: result.userId,
      sequence,
      messageId: event.message_id,
      at,
      ...toCallResult(outcome),
    });
    const now = env.clock.now();
    // The sandbox has exactly the documented delays.
    const random = env.name === 'sandbox' ? 0 : Math.random();
    if (
      !applyOutcome(result, event, outcome, { now, random, clientId: queue.client_id }) ||
      outcome.ms > slowMs
    )
      break;
  }
  return result;
}

function pushTraced(
  push: ReturnType<typeof createWebhookSender>,
  { sequence, message_id: messageId, body, traceparent }: PendingEvent,
  { at, signal, clientId }: { at: number; signal: AbortSignal; clientId: string },
): Promise<OutboundOutcome> {
  const attributes = { 'http.request.method': 'POST', 'ringbinder.client_id': clientId };
  const options = { kind: 'client', attributes, parent: traceparent ?? undefined } as const;
  return inSpan('webhook', options, async (span) => {
    const headers = {
      'ringbinder-sequence': String(sequence),
      ...(span ? { traceparent: span.traceparent } : {}),
    };
    const outcome = await push({ messageId, body }, at, headers, signal);
    if (outcome.kind === 'answered') span?.set({ 'http.response.status_code': outcome.status });
    else span?.set({ 'error.type': outcome.reason });
    if (outcome.kind === 'failed' || outcome.status >= 300) span?.fail();
    return outcome;
  });
}

function applyOutcome(
  result: QueueResult,
  { sequence, message_id: messageId }: PendingEvent,
  outcome: OutboundOutcome,
  { now, random, clientId }: { now: number; random: number; clientId: string },
): boolean {
  const status = outcome.kind === 'answered' ? outcome.status : 0;
  if (status >= 200 && status < 300) {
    result.delivered.push({ sequence, messageId });
    resetFailures(result);
    return true;
  }
  if (status === GONE) {
    result.goneClientId = clientId;
    return false;
  }
  const input = outcome.kind === 'answered' ? readRetryAfter(outcome.retryAfter, now) : undefined;
  const delay = retryDelay(result.failures + 1, input, random);
  if (delay === null) {
    result.dead.push({ sequence, messageId });
    resetFailures(result);
    return true;
  }
  result.failures++;
  result.failingSequence = sequence;
  result.dueAt = Math.round(now + delay);
  return false;
}

function resetFailures(result: QueueResult): void {
  result.failingSequence = null;
  result.failures = 0;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

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

/** Spreads simultaneous retries. */
const JITTER = 0.1;
const MAX_RETRY_AFTER_MS = 24 * HOUR;

/** Returns milliseconds, or null to abandon the event. `failures` includes the latest one. */
export function retryDelay(
  failures: number,
  retryAfterMs: number | undefined,
  random: number = Math.random(),
): number | null {
  const delay = RETRY_DELAYS_MS[failures - 1];
  if (delay === undefined) return null;
  return Math.max(delay * (1 + JITTER * random), Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}

/** Returns milliseconds. `text` contains seconds or a date. */
export function readRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * SECOND;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
