import { binderMembership, type MembershipRow } from '../../../access/index.ts';
import { type Database, first, type Transaction } from '../../../storage/database.ts';
import type { Reminded } from '../../notifications/index.ts';

export interface SavedPlace {
  binderId: string;
  userId: string;
  messageId: number;
}

export interface SavedRow extends Record<string, unknown> {
  message_id: number;
  saved_at: number;
  remind_at: number | null;
}

/** `message_id` is null if the message does not exist. `saved_at` is null if the message was not saved. */
export type SavingRow = MembershipRow & { [K in keyof SavedRow]: SavedRow[K] | null };

/**
 * The locks prevent rows for deleted messages and former members.
 *
 * @param remindAt null for no reminder, or undefined to keep the stored time
 */
export function saveMessage(
  db: Database,
  { binderId, userId, messageId }: SavedPlace,
  { at, remindAt }: { at: number; remindAt: number | null | undefined },
): Promise<SavingRow | undefined> {
  return first<SavingRow>(
    db,
    `WITH binder AS (SELECT id FROM binders WHERE id = $1 AND deleted_at IS NULL),
     member AS (SELECT role FROM binder_members WHERE binder_id = $1 AND user_id = $2 FOR KEY SHARE),
     message AS (
       SELECT m.id FROM messages m WHERE m.binder_id = $1 AND m.id = $3::bigint AND m.deleted_at IS NULL FOR SHARE
     ), stored AS (
       INSERT INTO saved_messages AS s (user_id, binder_id, message_id, saved_at, remind_at)
       SELECT $2, binder.id, message.id, $4::bigint, $5::bigint FROM binder, member, message
       ON CONFLICT (user_id, binder_id, message_id) DO UPDATE SET
         remind_at = CASE WHEN $6::boolean THEN excluded.remind_at ELSE s.remind_at END,
         reminded_at = CASE WHEN NOT $6::boolean THEN s.reminded_at END
       RETURNING saved_at, remind_at
     )
     SELECT (SELECT role FROM member) AS member_role, message.id AS message_id, stored.*
     FROM binder LEFT JOIN message ON true LEFT JOIN stored ON true`,
    [binderId, userId, messageId, at, remindAt ?? null, remindAt !== undefined],
  );
}

export function unsaveMessage(
  db: Database,
  { binderId, userId, messageId }: SavedPlace,
): Promise<MembershipRow | undefined> {
  return first<MembershipRow>(
    db,
    `WITH ${binderMembership}, removed AS (
       DELETE FROM saved_messages WHERE user_id = $2 AND binder_id = $1 AND message_id = $3::bigint
     )
     SELECT role AS member_role FROM membership`,
    [binderId, userId, messageId],
  );
}

export function findSaved(
  db: Database,
  { binderId, userId, before, limit }: { binderId: string; userId: string; before: number; limit: number },
): Promise<SavedRow[]> {
  return db.query<SavedRow>(
    `SELECT message_id, saved_at, remind_at FROM saved_messages
     WHERE user_id = $1 AND binder_id = $2 AND message_id < $3::bigint ORDER BY message_id DESC LIMIT $4::bigint`,
    [userId, binderId, before, limit],
  );
}

/** Stores a notification for each reminder. A later reminder of the same message replaces its notification. */
export function claimReminders(tx: Transaction, now: number, limit: number): Promise<Reminded[]> {
  return tx.query<Reminded>(
    `WITH due AS (
       SELECT user_id, binder_id, message_id FROM saved_messages
       WHERE remind_at <= $1::bigint AND reminded_at IS NULL ORDER BY remind_at LIMIT $2::bigint FOR UPDATE SKIP LOCKED
     ), reminded AS (
       UPDATE saved_messages s SET reminded_at = $1::bigint FROM due
       WHERE s.user_id = due.user_id AND s.binder_id = due.binder_id AND s.message_id = due.message_id
       RETURNING s.user_id, s.binder_id, s.message_id
     )
     INSERT INTO activity (binder_id, user_id, item_id, kind, created_at)
     SELECT binder_id, user_id, message_id, 'message_due', $1::bigint FROM reminded
     ON CONFLICT (binder_id, user_id, item_id) WHERE kind = 'message_due'
       DO UPDATE SET id = DEFAULT, created_at = excluded.created_at, read_at = NULL
     RETURNING binder_id, user_id`,
    [now, limit],
  );
}

export async function findNextReminder(db: Database, now: number): Promise<number | null> {
  const [row] = await db.query<{ at: number | null }>(
    'SELECT min(remind_at) AS at FROM saved_messages WHERE remind_at > $1::bigint AND reminded_at IS NULL',
    [now],
  );
  return row?.at ?? null;
}

export interface RemindedRow extends Record<string, unknown> {
  user_id: string;
  binder_id: string;
  id: number;
  text: string;
  file_name: string | null;
  has_audio: boolean;
  author_name: string;
  remind_at: number;
}

/** Omits a reminder whose message is no longer saved. */
export function findReminded(
  db: Database,
  userIds: readonly string[],
  binderIds: readonly string[],
): Promise<RemindedRow[]> {
  return db.query<RemindedRow>(
    `SELECT DISTINCT ON (s.user_id, s.binder_id) s.user_id, s.binder_id, m.id, left(m.text, 1000) AS text,
       m.file->>'name' AS file_name, m.audio IS NOT NULL AS has_audio, u.name AS author_name, s.remind_at
     FROM saved_messages s
     JOIN messages m ON m.binder_id = s.binder_id AND m.id = s.message_id AND m.deleted_at IS NULL
     JOIN users u ON u.id = m.user_id
     WHERE s.user_id = ANY($1::text[]) AND s.binder_id = ANY($2::text[]) AND s.reminded_at IS NOT NULL
     ORDER BY s.user_id, s.binder_id, s.reminded_at DESC, s.remind_at DESC, m.id DESC`,
    [userIds, binderIds],
  );
}
