import type { OutboundOutcome } from '../../outbound/index.ts';
import { readRetryAfter } from '../bots/index.ts';

export const TIMEOUT_MS = 10_000;
/** For all push services together, and for each client's app. */
export const CONCURRENCY = 10;
/** For the apps of all clients together. */
export const MAX_CALLS = 200;
export const MAX_ATTEMPTS = 10;
export const FIRST_RETRY_MS = 30_000;
export const MAX_RETRY_MS = 60 * 60_000;
const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000;

export function retryAfterOf(outcome: OutboundOutcome, now: number): number {
  const ms = outcome.kind === 'answered' ? readRetryAfter(outcome.retryAfter, now) : undefined;
  return ms === undefined ? 0 : now + Math.min(ms, MAX_RETRY_AFTER_MS);
}

export function retryAt({ attempts }: { attempts: number }, outcome: OutboundOutcome, now: number): number {
  const delay = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);
  return Math.max(now + delay, retryAfterOf(outcome, now));
}
