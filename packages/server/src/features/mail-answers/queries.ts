import { rolesFor } from '../../access/index.ts';
import { type Database, first, hasRow, type Transaction } from '../../storage/database.ts';
import { DATABASE_NOW } from '../../storage/database-time.ts';

export interface ReplyTarget {
  userId: string;
  binderId: string;
  messageId: number;
}

export async function storeReplyAddress(
  db: Database,
  { userId, binderId, messageId }: ReplyTarget,
  expiresAt: number,
): Promise<number | undefined> {
  const row = await first<{ id: number }>(
    db,
    `INSERT INTO reply_addresses AS a (binder_id, user_id, message_id, expires_at)
     SELECT binder_id, user_id, $3::bigint, $4::bigint FROM binder_members
     WHERE binder_id = $1 AND user_id = $2 AND role IN ${rolesFor.write}
     ON CONFLICT (binder_id, user_id, message_id) DO UPDATE SET expires_at = excluded.expires_at
     RETURNING a.id`,
    [binderId, userId, messageId, expiresAt],
  );
  return row?.id;
}

export interface ReplyAddressRow extends Record<string, unknown> {
  id: number;
  binder_id: string;
  user_id: string;
  message_id: number;
  expires_at: number;
  thread_only: boolean;
  email: string | null;
  language: string;
  org_id: string;
  partner_id: string;
  is_enabled: boolean;
}

export function findReplyAddress(db: Database, id: number): Promise<ReplyAddressRow | undefined> {
  return first<ReplyAddressRow>(
    db,
    `SELECT a.id, a.binder_id, a.user_id, a.message_id, a.expires_at, coalesce(m.thread_only, false) AS thread_only,
       u.email, u.language, u.org_id, o.partner_id, u.disabled_at IS NULL AND o.disabled_at IS NULL AS is_enabled
     FROM reply_addresses a JOIN users u ON u.id = a.user_id JOIN orgs o ON o.id = u.org_id
     LEFT JOIN messages m ON m.binder_id = a.binder_id AND m.id = a.message_id
     WHERE a.id = $1::bigint`,
    [id],
  );
}

export function claimMail(
  tx: Transaction,
  { binder_id: binderId, id }: Pick<ReplyAddressRow, 'binder_id' | 'id'>,
  mailHash: Buffer,
): Promise<boolean> {
  return hasRow(
    tx,
    `INSERT INTO mail_answers (binder_id, address_id, mail_hash) VALUES ($1, $2::bigint, $3::bytea)
     ON CONFLICT DO NOTHING RETURNING address_id`,
    [binderId, id, mailHash],
  );
}

export function claimBounce(db: Database, userId: string, now: number, since: number): Promise<boolean> {
  return hasRow(
    db,
    `INSERT INTO mail_bounces AS b (user_id, sent_at) VALUES ($1, $2::bigint)
     ON CONFLICT (user_id) DO UPDATE SET sent_at = excluded.sent_at WHERE b.sent_at <= $3::bigint
     RETURNING b.user_id`,
    [userId, now, since],
  );
}

export async function releaseBounce(db: Database, userId: string, now: number): Promise<void> {
  await db.query('DELETE FROM mail_bounces WHERE user_id = $1 AND sent_at = $2::bigint', [userId, now]);
}

export async function deleteExpiredReplyAddresses(db: Database, now: number): Promise<void> {
  await db.query('DELETE FROM reply_addresses WHERE expires_at <= $1::bigint', [now]);
}

const MAILBOX_READER = 'mailbox_reader';

export function claimMailbox(db: Database, reader: string, forMs: number): Promise<boolean> {
  return hasRow(
    db,
    `INSERT INTO settings AS s (name, value)
     VALUES ('${MAILBOX_READER}', jsonb_build_object('reader', $1::text, 'until', ${DATABASE_NOW} + $2::bigint))
     ON CONFLICT (name) DO UPDATE SET value = excluded.value
     WHERE s.value ->> 'reader' = $1 OR (s.value ->> 'until')::bigint < ${DATABASE_NOW}
     RETURNING name`,
    [reader, forMs],
  );
}

export async function releaseMailbox(db: Database, reader: string): Promise<void> {
  await db.query(`DELETE FROM settings WHERE name = '${MAILBOX_READER}' AND value ->> 'reader' = $1`, [
    reader,
  ]);
}
