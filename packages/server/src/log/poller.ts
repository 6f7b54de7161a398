import type { Database } from '../storage/database.ts';

/** A wake-up can be lost (another process wrote, a bus was away), so logs are looked at this often. */
const POLL_INTERVAL_MS = 1_000;

/** A reader that waits for the log of a binder to grow beyond the sequence it has seen. */
export interface PolledReader {
  binderId: string;
  seen: number;
  wake(): void;
}

/** Wakes readers whose log has grown, when no wake-up came for it. */
export interface Poller {
  /** Looks after a reader until the returned function is called. */
  add(reader: PolledReader): () => void;
}

const pollers = new WeakMap<object, Poller>();

/** The poller of a database: one query for all readers that wait, however many. */
export function pollerOf(db: Pick<Database, 'query'>): Poller {
  const lookout = pollers.get(db) ?? createPoller(db);
  pollers.set(db, lookout);
  return lookout;
}

function createPoller(db: Pick<Database, 'query'>): Poller {
  const readers = new Set<PolledReader>();
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const ids = [...new Set([...readers].map(({ binderId }) => binderId))];
    const rows = await db.query<{ id: string; seq: number }>(
      'SELECT id, seq FROM binders WHERE id = ANY($1)',
      [ids],
    );
    const latest = new Map(rows.map(({ id, seq }) => [id, seq]));
    for (const reader of readers) if ((latest.get(reader.binderId) ?? 0) > reader.seen) reader.wake();
  }

  function lookLater(): void {
    timer = setTimeout(async () => {
      // Without a database each reader finds out for itself, and tells so.
      await look().catch(() => {
        for (const { wake } of readers) wake();
      });
      if (readers.size > 0) lookLater();
      else timer = undefined;
    }, POLL_INTERVAL_MS);
  }

  return {
    add(reader) {
      readers.add(reader);
      if (timer === undefined) lookLater();
      return () => {
        readers.delete(reader);
        if (readers.size > 0 || timer === undefined) return;
        clearTimeout(timer);
        timer = undefined;
      };
    },
  };
}
