import { latestSeqAt, type StoredLogEntry } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';

/** A thousand messages of maximum length would be 260 MB. */
const MAX_BYTES = 8 * 1024 ** 2;

const FIND_LATEST_ENTRIES = `
  SELECT l.seq, l.at, l.kind, l.actor_id, coalesce((SELECT name FROM users WHERE id = l.actor_id), '') AS actor_name, l.body
  FROM (
    SELECT *, sum(octet_length(body::text)) OVER (ORDER BY seq DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
    FROM (
      SELECT * FROM binder_log
      WHERE binder_id = $1 AND kind = ANY($4)
        AND seq > greatest(${latestSeqAt('$2')}, ${latestSeqAt('$3')} - $6::bigint) AND seq <= ${latestSeqAt('$3')}
      ORDER BY seq DESC LIMIT $5
    ) latest
  ) l
  WHERE l.before IS NULL OR l.before < ${MAX_BYTES} ORDER BY l.seq DESC`;

/** Newest first. `from` and `until` are inclusive, in milliseconds. `maxRead` also counts entries of other kinds. */
export function findLatestEntries(
  db: Database,
  binderId: string,
  { from, until, kinds, maxRead }: { from: number; until: number; kinds: readonly string[]; maxRead: number },
  count: number,
): Promise<StoredLogEntry[]> {
  return db.query<StoredLogEntry & Record<string, unknown>>(FIND_LATEST_ENTRIES, [
    binderId,
    from - 1,
    until,
    kinds,
    count,
    maxRead,
  ]);
}
