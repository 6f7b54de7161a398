import type { Database } from '../storage/database.ts';
import { createPoller } from '../storage/poller.ts';

/** A wake-up can be lost (another process wrote, a bus was away), so sequences are polled this often. */
const POLL_INTERVAL_MS = 1_000;

/** A reader that waits for the sequence of `key` to grow beyond the one it has seen. */
export interface PolledReader {
  key: string;
  seen: number;
  wake(): void;
}

/** Wakes readers whose sequence has grown, when no wake-up came for it. */
export interface SequencePoller {
  /** Polls for a reader until the returned function is called. */
  add(reader: PolledReader): () => void;
}

/**
 * Makes a poller of sequences: one query for all readers that wait, however many.
 * @param findLatest the latest sequence of each key; keys without one are left out
 */
export function createSequencePoller(
  findLatest: (keys: string[]) => Promise<readonly { key: string; latest: number }[]>,
): SequencePoller {
  const readers = new Set<PolledReader>();

  const poller = createPoller(async () => {
    try {
      const rows = await findLatest([...new Set([...readers].map(({ key }) => key))]);
      const latest = new Map(rows.map(({ key, latest }) => [key, latest]));
      for (const reader of readers) if ((latest.get(reader.key) ?? 0) > reader.seen) reader.wake();
    } catch {
      // Without a database each reader finds out by its own read, and answers with that error.
      for (const { wake } of readers) wake();
    }
  }, POLL_INTERVAL_MS);

  return {
    add(reader) {
      readers.add(reader);
      poller.start();
      return () => {
        readers.delete(reader);
        if (readers.size === 0) poller.stop();
      };
    },
  };
}

const pollers = new WeakMap<object, SequencePoller>();

/** The poller of the binder logs of a database. */
export function binderPollerOf(db: Pick<Database, 'query'>): SequencePoller {
  const poller =
    pollers.get(db) ??
    createSequencePoller((keys) =>
      db.query<{ key: string; latest: number }>(
        'SELECT id AS key, seq AS latest FROM binders WHERE id = ANY($1)',
        [keys],
      ),
    );
  pollers.set(db, poller);
  return poller;
}
