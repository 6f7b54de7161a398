import type { StoredLogEntry } from './entry.ts';
import { type LogSource, listenForGrowth } from './growth.ts';
import { readEntries } from './read.ts';

const BATCH = 500;

/**
 * Follows a binder's log from `after` on, in order, without a gap or a repeat: first what is there, then what comes,
 * until `signal` aborts (the iterator then ends). A reader that remembers the last `seq` it has dealt with resumes
 * exactly there. Throws DatabaseUnavailable when the database goes away; resume with the last `seq`.
 */
export async function* follow(
  source: LogSource,
  binderId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<StoredLogEntry[], void> {
  const growth = listenForGrowth(source, binderId, signal);
  let last = after;
  try {
    while (!signal.aborted) {
      growth.arm();
      const entries = await readEntries(source.db, binderId, { after: last, limit: BATCH });
      if (entries.length > 0) {
        last = entries.at(-1)?.seq ?? last;
        yield entries;
      } else {
        await growth.wait(last);
      }
    }
  } finally {
    growth.end();
  }
}
