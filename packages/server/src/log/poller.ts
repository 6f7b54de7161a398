import type { Database } from '../storage/database.ts';
import { createPoller } from '../storage/poller.ts';

const POLL_INTERVAL_MS = 1_000;

export interface PolledReader {
  key: string;
  seen: number;
  wake(): void;
}

export interface SequencePoller {
  add(reader: PolledReader): () => void;
}

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
