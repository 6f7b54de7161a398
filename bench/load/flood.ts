import { Worker } from 'node:worker_threads';
import type { LoadRequest } from './http-load.ts';

export interface Flood {
  port: number;
  calls: { requests: readonly LoadRequest[] } | { path: string; frames: readonly object[][] };
  /** Number of calls per second, or null for as many calls as possible. */
  rate: number | null;
  /**
   * Maximum number of concurrent calls, with one call per connection. If a call is due while all connections
   * are busy, it is not sent.
   */
  connections: number;
  milliseconds: number;
}

export type Outcome = 'accepted' | 'refused' | 'withoutRetryAfter' | 'failed';

export interface FloodResult {
  accepted: number;
  /** Number of responses with 429 or 503. */
  refused: number;
  withoutRetryAfter: number;
  failed: number;
  unsent: number;
  seconds: number;
  p99Ms: number;
  /** Fraction of a CPU core that the flood itself used. */
  share: number;
}

/**
 * Runs a flood in a thread of its own. The package autocannon is unsuitable, because it sends the calls of
 * each second in one burst.
 */
export async function runFlood(flood: Flood): Promise<FloodResult> {
  const { promise, resolve, reject } = Promise.withResolvers<FloodResult>();
  const worker = new Worker(new URL('./flood-worker.ts', import.meta.url), { workerData: flood });
  worker.once('message', resolve).once('error', reject);
  return promise.finally(() => worker.terminate());
}
