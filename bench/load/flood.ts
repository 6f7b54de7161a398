import { Worker } from 'node:worker_threads';
import type { LoadRequest } from './http-load.ts';

/** Calls that arrive at a rate, whether earlier ones are answered or not. */
export interface Flood {
  port: number;
  /** Requests, or the first frames of a WebSocket. The flood sends them in order and then starts over. */
  calls: { requests: readonly LoadRequest[] } | { path: string; frames: readonly object[][] };
  /** Calls a second; null: as fast as the connections allow. */
  rate: number | null;
  /** The most calls under way at once, each on a connection of its own. A call that is due while none is free is not sent. */
  connections: number;
  milliseconds: number;
}

/** How a call ended. */
export type Outcome = 'accepted' | 'refused' | 'withoutRetryAfter' | 'failed';

export interface FloodResult {
  accepted: number;
  /** Answered with 429 or 503; those of them without a Retry-After. */
  refused: number;
  withoutRetryAfter: number;
  /** Answered with anything else, or not at all. */
  failed: number;
  unsent: number;
  seconds: number;
  /** Of the accepted ones, from sending to the end of the answer. NaN when there are none. */
  p99Ms: number;
  /** Share of a core that the flood used. */
  share: number;
}

/**
 * Sends a flood from a thread of its own. autocannon cannot: it sends the calls of a second in one burst, and never more than
 * one connection has answered.
 */
export async function runFlood(flood: Flood): Promise<FloodResult> {
  const { promise, resolve, reject } = Promise.withResolvers<FloodResult>();
  const worker = new Worker(new URL('./flood-worker.ts', import.meta.url), { workerData: flood });
  worker.once('message', resolve).once('error', reject);
  return promise.finally(() => worker.terminate());
}
