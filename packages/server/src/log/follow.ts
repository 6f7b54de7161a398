import type { Database } from '../storage/database.ts';
import type { LogBus } from './bus.ts';
import type { StoredLogEntry } from './entry.ts';
import { readEntries } from './read.ts';

/** A wake-up can be lost (another process wrote, a bus was away), so a waiting reader looks by itself this often. */
const LOOK_AGAIN_MS = 1_000;
const BATCH = 500;

/**
 * Follows a binder's log from `after` on, in order, without a gap or a repeat: first what is there, then what comes,
 * until `signal` aborts (the iterator then ends). A reader that remembers the last `seq` it has dealt with resumes
 * exactly there. Throws DatabaseUnavailable when the database goes away; resume with the last `seq`.
 */
export async function* follow(
  source: { db: Database; bus: LogBus },
  binderId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<StoredLogEntry[], void> {
  const alarm = createAlarm(signal);
  const unsubscribe = source.bus.subscribe(binderId, alarm.ring);
  let last = after;
  try {
    while (!signal.aborted) {
      // Armed before reading: what is written during the read rings it.
      alarm.arm();
      const entries = await readEntries(source.db, binderId, { after: last, limit: BATCH });
      if (entries.length > 0) {
        last = entries.at(-1)?.seq ?? last;
        yield entries;
      } else {
        await alarm.wait(LOOK_AGAIN_MS);
      }
    }
  } finally {
    unsubscribe();
    alarm.dispose();
  }
}

/** A flag that can be waited for. Rings at `ring`, at abort, or after the time given. */
function createAlarm(signal: AbortSignal) {
  let rang = false;
  let wakeUp: (() => void) | undefined;
  const ring = () => {
    rang = true;
    wakeUp?.();
  };
  signal.addEventListener('abort', ring);
  return {
    ring,
    arm() {
      rang = signal.aborted;
    },
    async wait(milliseconds: number) {
      if (rang) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wakeUp = undefined;
    },
    dispose: () => signal.removeEventListener('abort', ring),
  };
}
