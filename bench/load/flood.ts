import { Worker } from 'node:worker_threads';
import type { LoadRequest } from './http-load.ts';

/** Calls that arrive at a rate, whether earlier ones are answered or not. */
export interface Flood {
  port: number;
  /** Requests, or the first frames of a WebSocket. The flood sends them in order and then starts over. */
  calls: { requests: readonly LoadRequest[] } | { path: string; frames: readonly object[][] };
  /** Calls a second; null: as fast as the connections allow. */
  rate: number | null;
  /** Maximum calls in flight, each on its own connection. A call that is due while none is free is not sent. */
  connections: number;
  milliseconds: number;
}

export type Outcome = 'accepted' | 'refused' | 'withoutRetryAfter' | 'failed';

export interface FloodResult {
  accepted: number;
  /** Answered with 429 or 503; `withoutRetryAfter` counts those without a Retry-After. */
  refused: number;
  withoutRetryAfter: number;
  /** Any other status, or no answer. */
  failed: number;
  unsent: number;
  seconds: number;
  /** p99 latency of the accepted calls, from sending to the end of the answer. NaN without any. */
  p99Ms: number;
  /** Share of a core that the flood used. */
  share: number;
}

/**
 * Sends a flood from its own thread. autocannon sends the calls of each second in one burst, and never more than one
 * connection has answered.
 */
export async function runFlood(flood: Flood): Promise<FloodResult> {
  const { promise, resolve, reject } = Promise.withResolvers<FloodResult>();
  const worker = new Worker(new URL('./flood-worker.ts', import.meta.url), { workerData: flood });
  worker.once('message', resolve).once('error', reject);
  return promise.finally(() => worker.terminate());
}
