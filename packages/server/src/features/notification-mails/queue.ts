import { type LogRange, rangeColumns } from '../../log/index.ts';
import { type Database, hasRow, type Transaction } from '../../storage/database.ts';
import {
  GRACE_MS,
  membersWithNews,
  type Reminded,
  remindedColumns,
  remindedMembers,
  STALE_MS,
} from '../notifications/index.ts';
import { WINDOW_MS } from './due-time.ts';

/** Sending a batch never takes this long. */
const LEASE_MS = 5 * 60_000;
const BATCH = 5;

const MODE = `coalesce(u.notification_settings->>'mail', o.notification_settings->>'mail', 'none')`;

/** Also locks rows that are already queued, so that senders cannot claim or finish them before the commit. */
export async function queueMails(tx: Transaction, ranges: readonly LogRange[], now: number): Promise<void> {
  await tx.query(QUEUE, [...rangeColumns(ranges), now - STALE_MS, now]);
}

export async function queueReminderMails(
  tx: Transaction,
  reminded: readonly Reminded[],
  now: number,
): Promise<void> {
  await tx.query(QUEUE_REMINDED, [...remindedColumns(reminded), now]);
}

const queueSql = (people: string, now: string) => `
  INSERT INTO mail_queue AS q (user_id, began_at, due_at)
  SELECT u.id, ${now}, ${now} + CASE ${MODE} WHEN 'at_once' THEN ${GRACE_MS} ELSE ${WINDOW_MS} END
  FROM users u JOIN orgs o ON o.id = u.org_id
  WHERE ${MODE} <> 'none' AND u.email IS NOT NULL AND u.disabled_at IS NULL AND u.id IN (SELECT person.user_id FROM ${people})
  ORDER BY u.id
  ON CONFLICT (user_id) DO UPDATE SET due_at = excluded.due_at, began_at = coalesce(q.began_at, excluded.began_at)
    WHERE q.due_at IS NULL`;

const QUEUE = queueSql(membersWithNews, '$5::bigint');
const QUEUE_REMINDED = queueSql(remindedMembers, '$3::bigint');

export interface DueMail extends Record<string, unknown> {
  user_id: string;
  began_at: number;
  claimed_until: number;
  sent_at: number;
  attempts: number;
}

export function claimMails(db: Database, now: number): Promise<DueMail[]> {
  return db.query<DueMail>(
    `WITH due AS (
       SELECT user_id FROM mail_queue WHERE coalesce(claimed_until, due_at) <= $1::bigint
       ORDER BY coalesce(claimed_until, due_at) LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
     )
     UPDATE mail_queue q SET claimed_until = $2::bigint, due_at = NULL, attempts = q.attempts + 1
     FROM due WHERE q.user_id = due.user_id
     RETURNING q.user_id, q.began_at, q.claimed_until, q.sent_at, q.attempts`,
    [now, now + LEASE_MS],
  );
}

export async function findNextMail(db: Database, now: number): Promise<number | null> {
  const [row] = await db.query<{ at: number | null }>(
    'SELECT min(coalesce(claimed_until, due_at)) AS at FROM mail_queue WHERE coalesce(claimed_until, due_at) > $1::bigint',
    [now],
  );
  return row?.at ?? null;
}

const OF_CLAIM = 'user_id = $1 AND claimed_until = $2::bigint';
const claimOf = (mail: DueMail) => [mail.user_id, mail.claimed_until];
/** Notifications that arrived during the claim go into the next email. */
const END = 'claimed_until = NULL, attempts = 0, began_at = CASE WHEN due_at IS NOT NULL THEN $3::bigint END';

export interface MailMark {
  binderId: string;
  messageId: number;
  activityId: number;
}

export async function settleMail(
  db: Database,
  mail: DueMail,
  marks: readonly MailMark[],
  now: number,
): Promise<void> {
  await db.query(
    `WITH settled AS (UPDATE mail_queue SET ${END}, sent_at = $3::bigint WHERE ${OF_CLAIM} RETURNING user_id)
     INSERT INTO mail_marks AS m (binder_id, user_id, message_id, activity_id)
     SELECT mark.binder_id, settled.user_id, mark.message_id, mark.activity_id
     FROM settled, unnest($4::text[], $5::bigint[], $6::bigint[]) AS mark (binder_id, message_id, activity_id)
     ON CONFLICT (binder_id, user_id) DO UPDATE SET message_id = greatest(m.message_id, excluded.message_id),
       activity_id = greatest(m.activity_id, excluded.activity_id)`,
    [
      ...claimOf(mail),
      now,
      marks.map(({ binderId }) => binderId),
      marks.map(({ messageId }) => messageId),
      marks.map(({ activityId }) => activityId),
    ],
  );
}

export async function releaseMail(db: Database, mail: DueMail, now: number): Promise<void> {
  await db.query(`UPDATE mail_queue SET ${END} WHERE ${OF_CLAIM}`, [...claimOf(mail), now]);
}

export async function postponeMail(
  db: Database,
  mail: DueMail,
  until: number,
  isAttempt: boolean,
): Promise<void> {
  await db.query(
    `UPDATE mail_queue SET claimed_until = NULL, due_at = $3::bigint, attempts = CASE WHEN $4::boolean THEN attempts ELSE 0 END
     WHERE ${OF_CLAIM}`,
    [...claimOf(mail), until, isAttempt],
  );
}

export function unsubscribe(db: Database, userId: string): Promise<boolean> {
  return hasRow(
    db,
    `UPDATE users SET notification_settings = notification_settings || '{"mail": "none"}' WHERE id = $1 RETURNING id`,
    [userId],
  );
}
