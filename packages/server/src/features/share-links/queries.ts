import { Milliseconds, UserReference } from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { isStillMember } from '../../access/index.ts';
import { person } from '../../resource/resource.ts';
import { type Database, first, hasRow, type Row, type Transaction } from '../../storage/database.ts';

const IS_VALID = isStillMember('l.user_id', '$1', 'write');

export const ShareLink = Type.Object({
  id: Type.String({ pattern: '^[0-9A-Za-z]{22}$' }),
  user: UserReference,
  created_time: Milliseconds,
  expires_time: Milliseconds,
});
type ShareLink = Static<typeof ShareLink>;

/** Returns the number of the binder's valid links. The caller has locked the binder. */
export async function insertShareLink(
  tx: Transaction,
  link: { binderId: string; id: string; userId: string; at: number; expiresAt: number },
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `WITH made AS (
       INSERT INTO view_links (binder_id, id, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)
     )
     SELECT 1 + count(*) AS count FROM view_links l WHERE binder_id = $1 AND expires_at > $4 AND ${IS_VALID}`,
    [link.binderId, link.id, link.userId, link.at, link.expiresAt],
  );
  return row?.count ?? 0;
}

export function findShareLinks(db: Database, binderId: string, now: number): Promise<ShareLink[]> {
  return db.query<ShareLink & Row>(
    `SELECT l.id, ${person('u')} AS user, l.created_at AS created_time, l.expires_at AS expires_time
     FROM view_links l JOIN users u ON u.id = l.user_id
     WHERE l.binder_id = $1 AND l.expires_at > $2 AND ${IS_VALID} ORDER BY l.created_at DESC, l.id`,
    [binderId, now],
  );
}

export function deleteShareLink(
  tx: Transaction,
  binderId: string,
  id: string,
  now: number,
): Promise<boolean> {
  return hasRow(
    tx,
    'DELETE FROM view_links WHERE binder_id = $1 AND id = $2 AND expires_at > $3 RETURNING id',
    [binderId, id, now],
  );
}

export function findLinkedBinder(
  db: Database,
  id: string,
  now: number,
): Promise<{ id: string; name: string } | undefined> {
  return first<{ id: string; name: string }>(
    db,
    `SELECT b.id, b.name FROM view_links l JOIN binders b ON b.id = l.binder_id AND b.deleted_at IS NULL
     JOIN orgs o ON o.id = b.org_id AND o.disabled_at IS NULL
     WHERE l.id = $1 AND l.expires_at > $2 AND ${isStillMember('l.user_id', 'l.binder_id', 'write')}`,
    [id, now],
  );
}

export async function deleteExpiredShareLinks(db: Database, now: number): Promise<void> {
  await db.query('DELETE FROM view_links WHERE expires_at < $1', [now]);
}
