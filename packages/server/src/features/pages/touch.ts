import { keepRows } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';

/** Counts a change on a page: its revision grows by one. @param at milliseconds since 1970 */
export async function touchPage(db: Database, binderId: string, pageId: number, at: number): Promise<void> {
  await db.query(
    `WITH kept AS (${keepRows('pages', 'ARRAY[$2::text]')})
     UPDATE pages SET revision = revision + 1, updated_at = $3 WHERE binder_id = $1 AND id = $2::text::bigint`,
    [binderId, pageId, at],
  );
}
