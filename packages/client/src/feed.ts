import { type RingbinderClient, unwrap } from './client.ts';
import type { components } from './generated/api.ts';

/** An entry of a binder's log. */
export type LogEntry = components['schemas']['LogEntry'];

const WAIT_SECONDS = 25;

/**
 * Follows a binder's log from `after` on: first what is there, then what comes, each entry once and in order, until
 * `signal` aborts. Remember the last `seq` you dealt with, and begin there the next time. Throws RingbinderError.
 */
export async function* followFeed(
  client: RingbinderClient,
  binderId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<LogEntry, void> {
  let last = after;
  while (!signal.aborted) {
    const query = { after: last, wait: WAIT_SECONDS };
    const call = client.api.GET('/{binder_id}/feed', {
      params: { path: { binder_id: binderId }, query },
      signal,
    });
    const entries = await unwrap(call).then(
      (data) => data.entries,
      (error) => {
        if (signal.aborted) return [];
        throw error;
      },
    );
    for (const entry of entries) {
      last = entry.seq;
      yield entry;
    }
  }
}
