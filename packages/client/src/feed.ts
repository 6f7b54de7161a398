import { type RingbinderClient, unwrap } from './client.ts';
import type { components } from './generated/api.ts';

export type LogEntry = components['schemas']['LogEntry'];

const WAIT_SECONDS = 25;

/**
 * Yields each log entry whose `seq` is greater than `after`, exactly once and in order, until `signal`
 * aborts. To continue later, pass the `seq` of the last entry that you processed. Throws RingbinderError.
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
