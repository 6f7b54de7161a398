import { type Database, first } from '../../storage/database.ts';

export async function findPictures(
  db: Database,
  binderId: string,
  messageId: number,
): Promise<{ html: string; preview: string | null } | undefined> {
  return first<{ html: string; preview: string | null }>(
    db,
    `SELECT coalesce(m.html, '') AS html, CASE WHEN o.link_previews THEN m.preview->>'picture' END AS preview
     FROM messages m JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL JOIN orgs o ON o.id = b.org_id
     WHERE m.binder_id = $1 AND m.id = $2 AND m.deleted_at IS NULL AND (m.html IS NOT NULL OR m.preview IS NOT NULL)`,
    [binderId, messageId],
  );
}
