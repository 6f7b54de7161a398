import { Worker } from 'node:worker_threads';
import type { LoadRequest } from './http-load.ts';

export interface Flood {
  port: number;
  calls: { requests: readonly LoadRequest[] } | { path: string; frames: readonly object[][] };
  /** Calls per second, or null for as many as possible. */
  rate: number | null;
  /**
   * Maximum number of concurrent calls, one per connection. Calls that are due while all connections are busy
   * are not sent.
   */
  connections: number;
  milliseconds: number;
}

export type Outcome = 'accepted' | 'refused' | 'withoutRetryAfter' | 'failed';

export interface FloodResult {
  accepted: number;
  refused: number;
  withoutRetryAfter: number;
  failed: number;
  unsent: number;
  seconds: number;
  p99Ms: number;
  /** Fraction of a core that the flood itself used. */
  share: number;
}

/** Runs in its own thread. Autocannon would send each second's calls in one burst. */
export async function runFlood(flood: Flood): Promise<FloodResult> {
  const { promise, resolve, reject } = Promise.withResolvers<FloodResult>();
  const worker = new Worker(new URL('./flood-worker.ts', import.meta.url), { workerData: flood });
  worker.once('message', resolve).once('error', reject);
  return promise.finally(() => worker.terminate());
}
