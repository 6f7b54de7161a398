import { type Database, first, type Transaction } from '../../storage/database.ts';
import { markingUsers } from '../../storage/user-changes.ts';
import { addressDigest, invitedAddressIsAmong } from './invited-person.ts';

export interface ErasureRow extends Record<string, unknown> {
  user_id: string;
  with_content: boolean;
  /** Digests made by `addressDigest`. */
  addresses: string[];
  requested_by: string;
  requested_at: number;
  last_binder_id: string;
  done_at: number | null;
}

const columns = 'user_id, with_content, addresses, requested_by, requested_at, last_binder_id, done_at';

export function findErasure(db: Database, userId: string): Promise<ErasureRow | undefined> {
  return first<ErasureRow>(db, `SELECT ${columns} FROM erasures WHERE user_id = $1`, [userId]);
}

/** Call this before `eraseAccount`, which deletes the addresses. */
export async function requestErasure(
  tx: Transaction,
  { userId, withContent, by, at }: { userId: string; withContent: boolean; by: string; at: number },
): Promise<ErasureRow> {
  const [row] = await tx.query<ErasureRow>(
    `INSERT INTO erasures AS e (user_id, with_content, requested_by, requested_at, addresses)
     SELECT $1, $2, $3, $4, array_remove(ARRAY[
       ${addressDigest('id', 'lower(email)')}, ${addressDigest('id', 'org_id || unique_id')}
     ], NULL) FROM users WHERE id = $1
     ON CONFLICT (user_id) DO UPDATE SET with_content = e.with_content OR $2, addresses = e.addresses || excluded.addresses,
       last_binder_id = CASE WHEN $2 AND NOT e.with_content THEN '' ELSE e.last_binder_id END,
       done_at = CASE WHEN $2 AND NOT e.with_content THEN NULL ELSE e.done_at END
     RETURNING ${columns}`,
    [userId, withContent, by, at],
  );
  if (!row) throw new Error('the erasure was not written');
  return row;
}

/** The caller revokes tokens and sessions. */
export async function eraseAccount(tx: Transaction, userId: string, at: number): Promise<void> {
  await tx.query(
    `DELETE FROM invitations i USING users u WHERE u.id = $1 AND (
       (i.kind = 'email' AND i.key = lower(u.email) AND i.org_id IN (SELECT id FROM orgs WHERE partner_id = u.partner_id))
       OR (i.kind = 'unique_id' AND i.key = u.unique_id AND i.org_id = u.org_id)
     )`,
    [userId],
  );
  await tx.query(
    markingUsers(`UPDATE users SET name = 'Deleted user', first_name = '', last_name = '', email = NULL, unique_id = NULL,
       password_hash = NULL, picture_url = '', picture_sha256 = NULL, picture_type = NULL, picture_key = NULL,
       timezone = '', org_unit = '', title = '', working_hours = NULL, status = NULL, status_until = NULL,
       notification_settings = '{}', updated_at = $2
     WHERE id = $1`),
    [userId, at],
  );
  for (const table of [
    'activity',
    'push_subscriptions',
    'push_queue',
    'notification_deliveries',
    'setup_mails',
    'mail_queue',
    'mail_marks',
    'mail_bounces',
    'reply_addresses',
    'thread_followers',
    'saved_messages',
    'page_editors',
    'saml_identities',
    'ended_sessions',
    'sign_in_devices',
    'consents',
    'categories',
    'usage_active_users',
    'delegations',
    'person_group_members',
  ])
    await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
  await tx.query('DELETE FROM delegations WHERE delegate_id = $1', [userId]);
  await tx.query(
    `UPDATE audit_entries SET details = details - ARRAY['email', 'unique_id', 'first_name', 'last_name'] WHERE target = $1`,
    [userId],
  );
  await tx.query(
    `UPDATE audit_entries SET address = '', details = CASE WHEN action = 'setup.claim' THEN details - 'email' ELSE details END
     WHERE actor_id = $1`,
    [userId],
  );
}

export function claimErasure(tx: Transaction): Promise<ErasureRow | undefined> {
  return first<ErasureRow>(
    tx,
    `SELECT ${columns} FROM erasures WHERE done_at IS NULL ORDER BY requested_at, user_id LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
}

export function findNextBinders(
  db: Database,
  { user_id: userId, last_binder_id: after, addresses }: ErasureRow,
  limit: number,
): Promise<{ id: string; has_traces: boolean }[]> {
  return db.query(
    `SELECT b.id, EXISTS (SELECT FROM binder_members m WHERE m.binder_id = b.id AND m.user_id = $1)
       OR EXISTS (SELECT FROM binder_log l WHERE l.binder_id = b.id AND (
         l.actor_id = $1 OR l.body->>'user_id' = $1 OR ${invitedAddressIsAmong('$1', '$4')})) AS has_traces
     FROM (
       SELECT id FROM binders WHERE partner_id = (SELECT partner_id FROM users WHERE id = $1) AND id > $2 ORDER BY id LIMIT $3
     ) b ORDER BY b.id`,
    [userId, after, limit, addresses],
  );
}

export async function moveErasure(
  tx: Transaction,
  userId: string,
  binderId: string,
  doneAt: number | null,
): Promise<void> {
  await tx.query('UPDATE erasures SET last_binder_id = $2, done_at = $3 WHERE user_id = $1', [
    userId,
    binderId,
    doneAt,
  ]);
}
