import { archiveRowVersions } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';

/** Returns the bytes of the page's drawing history, to which it adds `keptBytes`. */
export async function bumpRevision(
  db: Database,
  binderId: string,
  pageId: number,
  at: number,
  keptBytes = 0,
): Promise<number> {
  const [row] = await db.query<{ history_bytes: number }>(
    `WITH kept AS (${archiveRowVersions('pages', 'ARRAY[$2::text]')})
     UPDATE pages SET revision = revision + 1, updated_at = $3, history_bytes = history_bytes + $4
     WHERE binder_id = $1 AND id = $2::text::bigint RETURNING history_bytes`,
    [binderId, pageId, at, keptBytes],
  );
  return row?.history_bytes ?? 0;
}
