import { Worker } from 'node:worker_threads';
import type { LoadRequest } from './http-load.ts';

/** Calls arrive at a rate, answered or not. */
export interface Flood {
  port: number;
  /** Requests, or first frames of a WebSocket, in order and repeated. */
  calls: { requests: readonly LoadRequest[] } | { path: string; frames: readonly object[][] };
  /** Calls a second; null: as fast as possible. */
  rate: number | null;
  /** Calls in flight, one per connection. Without a free one, a due call is not sent. */
  connections: number;
  milliseconds: number;
}

export type Outcome = 'accepted' | 'refused' | 'withoutRetryAfter' | 'failed';

export interface FloodResult {
  accepted: number;
  /** With 429 or 503. */
  refused: number;
  withoutRetryAfter: number;
  /** Any other status, or no answer. */
  failed: number;
  unsent: number;
  seconds: number;
  /** Accepted calls, until the end of the answer. NaN without any. */
  p99Ms: number;
  /** The flood's share of a core. */
  share: number;
}

/**
 * Runs in its own thread. autocannon does not fit: it sends each second's calls in one burst, and at most one
 * per answered connection.
 */
export async function runFlood(flood: Flood): Promise<FloodResult> {
  const { promise, resolve, reject } = Promise.withResolvers<FloodResult>();
  const worker = new Worker(new URL('./flood-worker.ts', import.meta.url), { workerData: flood });
  worker.once('message', resolve).once('error', reject);
  return promise.finally(() => worker.terminate());
}
