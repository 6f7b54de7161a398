import type { Database } from '../../storage/database.ts';

/** Undefined for a deleted message or one without HTML. */
export async function findHtml(
  db: Database,
  binderId: string,
  messageId: number,
): Promise<string | undefined> {
  const [row] = await db.query<{ html: string }>(
    `SELECT m.html FROM messages m JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL
     WHERE m.binder_id = $1 AND m.id = $2 AND m.deleted_at IS NULL AND m.html IS NOT NULL`,
    [binderId, messageId],
  );
  return row?.html;
}
