import { type LogRange, rangeColumns } from '../../log/index.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import { bindersWithNews, GRACE_MS, STALE_MS } from '../notifications/index.ts';

/** Between two pushes about a binder. */
export const SPACING_MS = 60_000;
/** Longer than all calls of a batch can take. */
const LEASE_MS = 2 * 60_000;
const BATCH = 50;

/**
 * Makes a push due for each device of the members of these binders, unless one is. The sender finds out whether anything
 * unread is new to the device. Rows that are due are locked, too: the sender must not claim them before it can read what
 * this transaction has stored.
 */
export async function queuePushes(tx: Transaction, ranges: readonly LogRange[], now: number): Promise<void> {
  await tx.query(QUEUE, [...rangeColumns(ranges), now - STALE_MS, now + GRACE_MS]);
}

const QUEUE = `
  INSERT INTO push_queue AS q (subscription_id, binder_id, due_at)
  SELECT s.id, changed.binder_id, $5::bigint
  FROM ${bindersWithNews}
  JOIN binder_members member ON member.binder_id = changed.binder_id
  JOIN push_subscriptions s ON s.user_id = member.user_id
  ORDER BY s.id, changed.binder_id
  ON CONFLICT (subscription_id, binder_id) DO UPDATE SET due_at = coalesce(q.due_at, greatest(excluded.due_at, q.sent_at + ${SPACING_MS}))`;

/** A claimed push. */
export interface DuePush extends Record<string, unknown> {
  subscription_id: number;
  binder_id: string;
  claimed_until: number;
  sent_message_id: number;
  sent_activity_id: number;
  /** Including this one. */
  attempts: number;
  user_id: string;
  endpoint: string;
  keys_sealed: Buffer;
  subscribed_at: number;
}

/** Claims due pushes, and those of a process that died: of each device the oldest. Each goes to one process. */
export function claimPushes(db: Database, now: number): Promise<DuePush[]> {
  return db.query<DuePush>(
    `WITH due AS (
       SELECT subscription_id, binder_id FROM push_queue q WHERE coalesce(claimed_until, due_at) <= $1::bigint AND NOT EXISTS (
         SELECT FROM push_queue other WHERE other.subscription_id = q.subscription_id
           AND (coalesce(other.claimed_until, other.due_at), other.binder_id) < (coalesce(q.claimed_until, q.due_at), q.binder_id))
       ORDER BY coalesce(claimed_until, due_at) LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
     )
     UPDATE push_queue q SET claimed_until = $2::bigint, due_at = NULL, attempts = q.attempts + 1
     FROM due JOIN push_subscriptions s ON s.id = due.subscription_id
     WHERE q.subscription_id = due.subscription_id AND q.binder_id = due.binder_id
     RETURNING q.subscription_id, q.binder_id, q.claimed_until, q.sent_message_id, q.sent_activity_id, q.attempts,
       s.user_id, s.endpoint, s.keys_sealed, s.created_at AS subscribed_at`,
    [now, now + LEASE_MS],
  );
}

export async function findNextPush(db: Database, now: number): Promise<number | null> {
  const [row] = await db.query<{ at: number | null }>(
    'SELECT min(coalesce(claimed_until, due_at)) AS at FROM push_queue WHERE coalesce(claimed_until, due_at) > $1::bigint',
    [now],
  );
  return row?.at ?? null;
}

const OF_CLAIM = 'subscription_id = $1::bigint AND binder_id = $2 AND claimed_until = $3::bigint';
const claimOf = (push: DuePush) => [push.subscription_id, push.binder_id, push.claimed_until];

/** Stores up to where the device has been notified. A push that became due meanwhile waits for its minute. */
export async function settlePush(
  db: Database,
  push: DuePush,
  sent: { messageId: number; activityId: number },
  now: number,
): Promise<void> {
  await db.query(
    `UPDATE push_queue SET claimed_until = NULL, attempts = 0, sent_at = $4::bigint, due_at = CASE WHEN due_at IS NOT NULL THEN greatest(due_at, $4 + ${SPACING_MS}) END,
       sent_message_id = greatest(sent_message_id, $5::bigint), sent_activity_id = greatest(sent_activity_id, $6::bigint)
     WHERE ${OF_CLAIM}`,
    [...claimOf(push), now, sent.messageId, sent.activityId],
  );
}

/** Ends a claim without a push. A push that became due meanwhile stays due. */
export async function releasePush(db: Database, push: DuePush): Promise<void> {
  await db.query(`UPDATE push_queue SET claimed_until = NULL, attempts = 0 WHERE ${OF_CLAIM}`, claimOf(push));
}

/** Sends it later, together with what becomes due until then. */
export async function postponePush(
  db: Database,
  push: DuePush,
  until: number,
  isAttempt: boolean,
): Promise<void> {
  await db.query(
    `UPDATE push_queue SET claimed_until = NULL, due_at = $4::bigint, attempts = CASE WHEN $5::boolean THEN attempts ELSE 0 END
     WHERE ${OF_CLAIM}`,
    [...claimOf(push), until, isAttempt],
  );
}

/** Sends nothing to the device until then. */
export async function postponeDevice(db: Database, subscriptionId: number, until: number): Promise<void> {
  await db.query(
    `UPDATE push_queue q SET due_at = $2::bigint FROM (
       SELECT binder_id FROM push_queue WHERE subscription_id = $1::bigint AND claimed_until IS NULL AND due_at < $2::bigint
       FOR UPDATE SKIP LOCKED
     ) due
     WHERE q.subscription_id = $1::bigint AND q.binder_id = due.binder_id`,
    [subscriptionId, until],
  );
}

export async function removeSubscription(db: Database, id: number): Promise<void> {
  await db.query('DELETE FROM push_subscriptions WHERE id = $1::bigint', [id]);
}
