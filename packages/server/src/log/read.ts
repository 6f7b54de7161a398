import type { Database } from '../storage/database.ts';
import type { StoredLogEntry } from './entry.ts';

/** Entries of a binder's log after `after` in order, `limit` at the most. */
export function readEntries(
  db: Database,
  binderId: string,
  range: { after: number; limit: number },
): Promise<StoredLogEntry[]> {
  return db.query<StoredLogEntry & Record<string, unknown>>(
    `SELECT l.seq, l.at, l.kind, l.actor_id, coalesce(u.name, '') AS actor_name, l.body
     FROM binder_log l LEFT JOIN users u ON u.id = l.actor_id
     WHERE l.binder_id = $1 AND l.seq > $2 ORDER BY l.seq LIMIT $3`,
    [binderId, range.after, range.limit],
  );
}

/** The latest sequence of a binder's log, 0 when it is empty. */
export async function latestSequence(db: Database, binderId: string): Promise<number> {
  const rows = await db.query<{ seq: number }>('SELECT seq FROM binders WHERE id = $1', [binderId]);
  return rows[0]?.seq ?? 0;
}
