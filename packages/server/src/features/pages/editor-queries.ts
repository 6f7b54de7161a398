import { type Database, first, type Row } from '../../storage/database.ts';

export interface EditorClaim {
  binderId: string;
  pageId: number;
  userId: string;
  clientUuid: string;
}

interface EditorRow extends Row {
  user_id: string;
  name: string;
  client_uuid: string;
  until: number;
}

/** Returns the valid claim, which may be another user's. */
export async function claimEditor(
  db: Database,
  { binderId, pageId, userId, clientUuid }: EditorClaim,
  time: { now: number; until: number },
  replaces: boolean,
): Promise<EditorRow> {
  const row = await first<EditorRow>(
    db,
    `INSERT INTO page_editors AS e (binder_id, page_id, user_id, client_uuid, until)
     VALUES ($1, $2::bigint, $3, $4, $6::bigint)
     ON CONFLICT (binder_id, page_id) DO UPDATE SET (user_id, client_uuid, until) = (
       SELECT excluded.user_id, excluded.client_uuid, excluded.until
       WHERE e.until <= $5::bigint OR e.user_id = excluded.user_id AND (e.client_uuid = excluded.client_uuid OR $7::boolean)
       UNION ALL SELECT e.user_id, e.client_uuid, e.until LIMIT 1)
     RETURNING user_id, client_uuid, until, (SELECT u.name FROM users u WHERE u.id = e.user_id) AS name`,
    [binderId, pageId, userId, clientUuid, time.now, time.until, replaces],
  );
  return row as EditorRow;
}

export async function releaseEditor(
  db: Database,
  { binderId, pageId, userId, clientUuid }: EditorClaim,
): Promise<void> {
  await db.query(
    'DELETE FROM page_editors WHERE binder_id = $1 AND page_id = $2::bigint AND user_id = $3 AND client_uuid = $4',
    [binderId, pageId, userId, clientUuid],
  );
}
