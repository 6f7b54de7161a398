import type { Row } from '../../storage/database.ts';
import type { StoredLogEntry } from '../entry.ts';
import { entriesAfter } from '../read.ts';
import { type LogSource, subscribeToLog } from '../subscription.ts';

const READ = entriesAfter({ binderId: '$1', after: '$2', limit: '500' });

export async function* follow(
  source: LogSource,
  binderId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<StoredLogEntry[], void> {
  const subscription = subscribeToLog(source, binderId, signal);
  let last = after;
  try {
    while (!signal.aborted) {
      subscription.reset();
      const entries = await source.db.query<StoredLogEntry & Row>(READ, [binderId, last]);
      if (entries.length > 0) {
        last = entries.at(-1)?.seq ?? last;
        yield entries;
      } else {
        await subscription.waitForEntries(last);
      }
    }
  } finally {
    subscription.close();
  }
}
