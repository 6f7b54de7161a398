import type { MeetRepeat, MeetReply, UserReference } from '@ringbinder/protocol';
import { type Database, hasRow, type Transaction } from '../../storage/database.ts';
import type { MeetRow } from './queries.ts';
import { ADOPT_MEETS } from './repeat-queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const RETRY_MS = 10 * 60 * 1000;
const MAX_DAILY_MAILS_PER_RECIPIENT = 50;
const BATCH = 20;

type MeetOf = Pick<MeetRow, 'binder_id' | 'id'>;

/** Sends another email only if the last one is over a day old. */
export async function upsertInvitations(
  tx: Transaction,
  meet: MeetOf,
  userIds: readonly string[],
  by: { userId: string; message: string; at: number; sendsMail: boolean },
): Promise<void> {
  await tx.query(
    `INSERT INTO meet_invitations AS known (binder_id, meet_id, user_id, invited_by, message, created_at, mail_due_at)
     SELECT $1, $2, u.id, $4, $5, $6::bigint,
       CASE WHEN $7 AND u.email IS NOT NULL AND NOT u.is_bot AND u.id <> $4 THEN $6::bigint END
     FROM users u WHERE u.id = ANY($3)
     ON CONFLICT (binder_id, meet_id, user_id) DO UPDATE SET
       invited_by = excluded.invited_by, message = excluded.message,
       mail_due_at = CASE WHEN known.mailed_at > $6::bigint - ${DAY_MS} THEN known.mail_due_at ELSE excluded.mail_due_at END`,
    [meet.binder_id, meet.id, userIds, by.userId, by.message, by.at, by.sendsMail],
  );
}

/** A member who was not invited may answer, too. Returns false if the answer is the same as before. */
export function storeReply(
  tx: Transaction,
  meet: MeetOf,
  { userId, reply, at }: { userId: string; reply: MeetReply; at: number },
): Promise<boolean> {
  return hasRow(
    tx,
    `INSERT INTO meet_invitations AS known (binder_id, meet_id, user_id, invited_by, message, created_at, reply, replied_at)
     VALUES ($1, $2, $3, $3, '', $5, $4, $5)
     ON CONFLICT (binder_id, meet_id, user_id) DO UPDATE SET reply = $4, replied_at = $5
       WHERE known.reply IS DISTINCT FROM $4
     RETURNING user_id`,
    [meet.binder_id, meet.id, userId, reply, at],
  );
}

export interface InvitationRow extends Record<string, unknown> {
  user: UserReference;
  reply: MeetReply | null;
  replied_at: number | null;
}

/** The members who have answered come first. */
export function findInvitations(db: Database, meet: MeetOf): Promise<InvitationRow[]> {
  return db.query<InvitationRow>(
    `SELECT jsonb_build_object('id', u.id, 'name', u.name) AS user, i.reply, i.replied_at
     FROM meet_invitations i JOIN users u ON u.id = i.user_id
     JOIN binder_members member ON member.binder_id = i.binder_id AND member.user_id = i.user_id
     WHERE i.binder_id = $1 AND i.meet_id = $2 ORDER BY i.replied_at, u.name, u.id`,
    [meet.binder_id, meet.id],
  );
}

export async function countInvitations(tx: Transaction, meet: MeetOf): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*) AS count FROM meet_invitations WHERE binder_id = $1 AND meet_id = $2',
    [meet.binder_id, meet.id],
  );
  return row?.count ?? 0;
}

export async function requeueMails(tx: Transaction, meet: MeetOf, at: number): Promise<void> {
  await tx.query(
    `UPDATE meet_invitations i SET mail_due_at = $3, message = ''
     FROM meets m WHERE i.binder_id = $1 AND i.meet_id = $2 AND i.mailed_at IS NOT NULL
       AND m.binder_id = i.binder_id AND m.id = i.meet_id AND m.sends_mail`,
    [meet.binder_id, meet.id, at],
  );
}

export interface DueMail extends MeetRow {
  user_id: string;
  email: string;
  message: string;
  inviter_name: string;
  binder_name: string;
  timezone: string | null;
  language: string;
  is_known: boolean;
  /** The `repeat` of the meet in the last email. */
  mailed_repeat: MeetRepeat | null;
  /** When another process may send the email. */
  mail_due_at: number;
}

/** The next meet of a series has a copy of the invitation with an older time. */
const IS_MAILED_ITSELF = 'sent.mailed_at >= sent.created_at';

/** The last email announced dates that no longer exist, and no next meet has taken over the pending email. */
const HAS_OUTDATED_SERIES = `i.mailed_repeat IS NOT NULL AND i.mailed_repeat IS DISTINCT FROM m.repeat
  AND (m.repeat IS NULL OR m.repeated_at IS NOT NULL) AND NOT EXISTS (
    SELECT FROM meets later WHERE later.binder_id = m.binder_id AND later.id > m.id
      AND later.series_key = coalesce(m.series_key, m.session_key))`;

export async function claimDueMails(db: Database, now: number): Promise<DueMail[]> {
  await db.query(
    `${ADOPT_MEETS} AND (m.binder_id, m.id) IN (
       SELECT binder_id, meet_id FROM meet_invitations WHERE mail_due_at <= $1 AND mailed_at IS NULL)`,
    [now],
  );
  return db.query<DueMail>(
    `WITH due AS (
       SELECT i.binder_id, i.meet_id, i.user_id FROM meet_invitations i
       JOIN binder_members member ON member.binder_id = i.binder_id AND member.user_id = i.user_id
       JOIN meets m ON m.binder_id = i.binder_id AND m.id = i.meet_id AND m.sends_mail
       JOIN binders b ON b.id = i.binder_id AND b.deleted_at IS NULL
       JOIN users u ON u.id = i.user_id AND u.disabled_at IS NULL AND u.email IS NOT NULL
       WHERE i.mail_due_at <= $1 AND CASE m.state WHEN 'SESSION_ENDED' THEN ${HAS_OUTDATED_SERIES}
         WHEN 'SESSION_DELETED' THEN i.mailed_at IS NOT NULL ELSE true END AND (
         SELECT count(*) FROM meet_invitations sent
         WHERE sent.user_id = i.user_id AND sent.mailed_at > $1::bigint - ${DAY_MS} AND ${IS_MAILED_ITSELF}
       ) < ${MAX_DAILY_MAILS_PER_RECIPIENT}
       ORDER BY i.mail_due_at LIMIT ${BATCH} FOR UPDATE OF i SKIP LOCKED
     )
     UPDATE meet_invitations i SET mail_due_at = $1::bigint + ${RETRY_MS}
     FROM due, meets m, binders b, users u, users inviter, users host
     WHERE i.binder_id = due.binder_id AND i.meet_id = due.meet_id AND i.user_id = due.user_id
       AND m.binder_id = i.binder_id AND m.id = i.meet_id AND b.id = i.binder_id AND u.id = i.user_id
       AND inviter.id = i.invited_by AND host.id = m.host_id
     RETURNING m.*, host.name AS host_name, b.name AS binder_name, i.user_id, u.email, u.timezone, u.language, i.message,
       inviter.name AS inviter_name, i.mailed_at IS NOT NULL AS is_known, i.mailed_repeat,
       i.mail_due_at`,
    [now],
  );
}

/**
 * If the meet has changed since the claim, another email remains due. If the meet is over and the next one has taken
 * over the email, the next one needs none.
 */
export async function markMailed(
  db: Database,
  { binder_id, id, session_key, series_key, user_id, plan_sequence, repeat, mail_due_at }: DueMail,
  now: number,
): Promise<void> {
  await db.query(
    `UPDATE meet_invitations i SET mailed_at = $4, mailed_repeat = $6,
       mail_due_at = CASE WHEN m.plan_sequence = $5 THEN NULL ELSE i.mail_due_at END
     FROM meets m WHERE i.binder_id = $1 AND i.user_id = $3 AND m.binder_id = $1 AND m.id = i.meet_id
       AND (m.id = $2 OR m.id > $2 AND m.series_key = $7 AND i.mail_due_at = $8)`,
    [
      binder_id,
      id,
      user_id,
      now,
      plan_sequence,
      repeat && JSON.stringify(repeat),
      series_key ?? session_key,
      mail_due_at,
    ],
  );
}
