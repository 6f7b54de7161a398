import type { Database } from '../storage/database.ts';
import type { StoredLogEntry } from './entry.ts';

/** What one read gives at the most, in bytes of JSON: a thousand of the longest messages would be 260 MB. */
const MAX_BYTES = 8 * 1024 ** 2;

/**
 * Entries of a log after a sequence, in order: as many as `limit` and `MAX_BYTES` allow, and always one where there
 * is one. The arguments are SQL expressions. Gives the columns of a `StoredLogEntry`.
 */
export function entriesAfter(of: { binderId: string; after: string; limit: string }): string {
  return `
    SELECT l.seq, l.at, l.kind, l.actor_id, coalesce((SELECT name FROM users WHERE id = l.actor_id), '') AS actor_name, l.body
    FROM (
      SELECT *, sum(octet_length(body::text)) OVER (ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
      FROM binder_log WHERE binder_id = ${of.binderId} AND seq > ${of.after} ORDER BY seq LIMIT ${of.limit}
    ) l
    WHERE l.before IS NULL OR l.before < ${MAX_BYTES} ORDER BY l.seq`;
}

const READ_ENTRIES = entriesAfter({ binderId: '$1', after: '$2', limit: '$3' });

/** Entries of a binder's log after `after` in order, `limit` at the most, fewer when they are long. */
export function readEntries(
  db: Pick<Database, 'query'>,
  binderId: string,
  range: { after: number; limit: number },
): Promise<StoredLogEntry[]> {
  return db.query<StoredLogEntry & Record<string, unknown>>(READ_ENTRIES, [
    binderId,
    range.after,
    range.limit,
  ]);
}
