import type { Database } from '../storage/database.ts';

/** A wake-up can be lost (another process wrote, a bus was away), so logs are looked at this often. */
const LOOK_EVERY_MS = 1_000;

/** A reader that waits for the log of a binder to grow beyond the sequence it has seen. */
export interface WaitingReader {
  binderId: string;
  seen: number;
  wake(): void;
}

/** Wakes readers whose log has grown, without being told of it. */
export interface Lookout {
  /** Looks after a reader until the returned function is called. */
  add(reader: WaitingReader): () => void;
}

const lookouts = new WeakMap<object, Lookout>();

/** The lookout of a database: one for all who wait, so that a thousand cost no more than one does. */
export function lookoutOf(db: Pick<Database, 'query'>): Lookout {
  const lookout = lookouts.get(db) ?? createLookout(db);
  lookouts.set(db, lookout);
  return lookout;
}

function createLookout(db: Pick<Database, 'query'>): Lookout {
  const readers = new Set<WaitingReader>();
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
    }, LOOK_EVERY_MS);
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
