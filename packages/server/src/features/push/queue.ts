import { type LogRange, rangeColumns } from '../../log/index.ts';
import { type Database, first, type Transaction } from '../../storage/database.ts';
import {
  GRACE_MS,
  mayHaveUnread,
  membersWithNews,
  type Reminded,
  remindedColumns,
  remindedMembers,
  SPACING_MS,
  STALE_MS,
} from '../notifications/index.ts';

/** Lifetime of a claim. A sender whose turn comes late renews its claim first. */
const LEASE_MS = 2 * 60_000;
export const BATCH = 50;
/** Larger than BATCH, because some claims are released when nothing is unread. */
const MAX_CLAIMED_PUSHES = 500;

/** Also locks queued rows, so that senders skip them until the commit and then read the changes. */
export async function queuePushes(tx: Transaction, ranges: readonly LogRange[], now: number): Promise<void> {
  const values = [...rangeColumns(ranges), now - STALE_MS, now + GRACE_MS];
  for (const sql of QUEUE) await tx.query(sql, values);
}

export async function queueReminderPushes(
  tx: Transaction,
  reminded: readonly Reminded[],
  now: number,
): Promise<void> {
  for (const sql of QUEUE_REMINDED) await tx.query(sql, [...remindedColumns(reminded), now + GRACE_MS]);
}

const AGAIN = `DO UPDATE SET due_at = coalesce(q.due_at, greatest(excluded.due_at, q.sent_at + ${SPACING_MS}))`;

const queueForDevices = (people: string, dueAt: string) => `
  INSERT INTO push_queue AS q (subscription_id, binder_id, due_at)
  SELECT s.id, person.binder_id, ${dueAt}
  FROM ${people}
  JOIN push_subscriptions s ON s.user_id = person.user_id
  ORDER BY s.id, person.binder_id
  ON CONFLICT (subscription_id, binder_id) ${AGAIN}`;

// The EXISTS avoids reading the log if no app has a receiver.
const queueForApps = (people: string, dueAt: string) => `
  INSERT INTO push_queue AS q (client_id, user_id, binder_id, due_at)
  SELECT c.id, u.id, person.binder_id, ${dueAt}
  FROM ${people}
  JOIN users u ON u.id = person.user_id AND NOT u.is_bot
  JOIN clients c ON c.partner_id = u.partner_id AND (c.org_id IS NULL OR c.org_id = u.org_id) AND c.disabled_at IS NULL
  JOIN notification_receivers r ON r.client_id = c.id AND r.gone_at IS NULL
  WHERE EXISTS (SELECT FROM notification_receivers)
  ORDER BY c.id, u.id, person.binder_id
  ON CONFLICT (client_id, user_id, binder_id) ${AGAIN}`;

const queueSql = (...source: [people: string, dueAt: string]) => [
  queueForDevices(...source),
  queueForApps(...source),
];
const QUEUE = queueSql(membersWithNews, '$5::bigint');
const QUEUE_REMINDED = queueSql(remindedMembers, '$3::bigint');

export interface QueuedPush extends Record<string, unknown> {
  id: number;
  user_id: string;
  binder_id: string;
  claimed_until: number;
  sent_message_id: number;
  sent_activity_id: number;
  attempts: number;
  since: number;
}

export interface DevicePush extends QueuedPush {
  subscription_id: number;
  was_due_at: number;
  endpoint: string;
  keys_sealed: Buffer;
}

export interface AppPush extends QueuedPush {
  client_id: string;
  org_id: string;
  unique_id: string | null;
}

const DUE = 'coalesce(q.claimed_until, q.due_at)';
const CLAIMED = 'q.id, q.binder_id, q.claimed_until, q.sent_message_id, q.sent_activity_id, q.attempts';

export function claimDevicePushes(db: Database, now: number): Promise<DevicePush[]> {
  return db.query<DevicePush>(
    `WITH due AS (
       SELECT q.id, ${DUE} AS at FROM push_queue q WHERE coalesce(q.client_id, '') = '' AND ${DUE} <= $1::bigint AND NOT EXISTS (
         SELECT FROM push_queue other WHERE other.subscription_id = q.subscription_id
           AND ((coalesce(other.claimed_until, other.due_at), other.binder_id) < (${DUE}, q.binder_id)
             OR (other.attempts > 0 AND other.due_at > $1::bigint)))
       ORDER BY ${DUE} LIMIT ${MAX_CLAIMED_PUSHES} FOR UPDATE SKIP LOCKED
     )
     UPDATE push_queue q SET claimed_until = $2::bigint, due_at = NULL, attempts = q.attempts + 1
     FROM due, push_subscriptions s
     WHERE q.id = due.id AND s.id = q.subscription_id
     RETURNING ${CLAIMED}, q.subscription_id, due.at AS was_due_at, s.user_id, s.endpoint, s.keys_sealed, s.created_at AS since`,
    [now, now + LEASE_MS],
  );
}

export function claimAppPushes(
  db: Database,
  clientId: string,
  now: number,
  limit = BATCH,
): Promise<AppPush[]> {
  return db.query<AppPush>(
    `WITH due AS (
       SELECT q.id FROM push_queue q WHERE coalesce(q.client_id, '') = $3 AND ${DUE} <= $1::bigint
       ORDER BY ${DUE} LIMIT $4::bigint FOR UPDATE SKIP LOCKED
     )
     UPDATE push_queue q SET claimed_until = $2::bigint, due_at = NULL, attempts = q.attempts + 1
     FROM due, notification_receivers r, users u
     WHERE q.id = due.id AND r.client_id = q.client_id AND u.id = q.user_id
     RETURNING ${CLAIMED}, q.client_id, q.user_id, u.org_id, u.unique_id, r.since`,
    [now, now + LEASE_MS, clientId, limit],
  );
}

export async function findNextPush(db: Database, now: number): Promise<number | null> {
  const [row] = await db.query<{ at: number | null }>(
    'SELECT min(coalesce(claimed_until, due_at)) AS at FROM push_queue WHERE coalesce(claimed_until, due_at) > $1::bigint',
    [now],
  );
  return row?.at ?? null;
}

const OF_CLAIM = 'id = $1::bigint AND claimed_until = $2::bigint';
const claimOf = (push: QueuedPush) => [push.id, push.claimed_until];

/** Renews a claim that is half over. Returns undefined if another sender has claimed the push since. */
export async function renewClaim<P extends QueuedPush>(
  db: Database,
  push: P,
  now: number,
): Promise<P | undefined> {
  if (push.claimed_until > now + LEASE_MS / 2) return push;
  const row = await first<Pick<QueuedPush, 'claimed_until'>>(
    db,
    `UPDATE push_queue SET claimed_until = $3::bigint WHERE ${OF_CLAIM} RETURNING claimed_until`,
    [...claimOf(push), now + LEASE_MS],
  );
  return row && { ...push, ...row };
}

export type PermittedAction = { user_id: string } & (
  | { transaction_id: number; step_id: number; button_ids: string[]; for_user_id?: string }
  | { message_id: number; thread_only: boolean }
);

export interface StoredAction {
  hash: Buffer;
  permitted: PermittedAction;
  until: number;
}

export interface PushEnd {
  messageId: number;
  activityId: number;
}

export async function settlePush(db: Database, push: QueuedPush, sent: PushEnd, now: number): Promise<void> {
  await db.query(settleSql(''), [...claimOf(push), now, sent.messageId, sent.activityId]);
}

export async function findOtherPush(db: Database, { id, subscription_id }: DevicePush): Promise<number> {
  const [row] = await db.query<{ at: number }>(
    'SELECT coalesce(max(sent_at), 0) AS at FROM push_queue WHERE subscription_id = $1::bigint AND id <> $2::bigint',
    [subscription_id, id],
  );
  return row?.at ?? 0;
}

export async function settleDelivered(
  db: Database,
  push: DevicePush,
  sent: PushEnd,
  action: StoredAction | undefined,
  now: number,
): Promise<void> {
  const { hash = null, permitted = null, until = null } = action ?? {};
  await db.query(settleSql(', action_hash = $6::bytea, action = $7::jsonb, action_until = $8::bigint'), [
    ...[...claimOf(push), now, sent.messageId, sent.activityId],
    ...[hash, permitted && JSON.stringify(permitted), until],
  ]);
}

const settleSql = (more: string) => `
  UPDATE push_queue SET claimed_until = NULL, attempts = 0, sent_at = $3::bigint, due_at = CASE WHEN due_at IS NOT NULL THEN greatest(due_at, $3 + ${SPACING_MS}) END,
    sent_message_id = greatest(sent_message_id, $4::bigint), sent_activity_id = greatest(sent_activity_id, $5::bigint)${more}
  WHERE ${OF_CLAIM}`;

export async function releasePush(db: Database, push: QueuedPush): Promise<void> {
  await db.query(`UPDATE push_queue SET claimed_until = NULL, attempts = 0 WHERE ${OF_CLAIM}`, claimOf(push));
}

/** Does not release retries, because the client's list of deliveries contains them. */
export async function releaseWithoutNews<P extends QueuedPush>(
  db: Database,
  pushes: readonly P[],
  now: number,
): Promise<P[]> {
  const released = await db.query<{ id: number }>(RELEASE_READ, [
    pushes.map(({ id }) => id),
    pushes.map(({ claimed_until }) => claimed_until),
    pushes.map(({ user_id }) => user_id),
    now - STALE_MS,
  ]);
  const ids = new Set(released.map(({ id }) => id));
  return pushes.filter(({ id }) => !ids.has(id));
}

const RELEASE_READ = `
  UPDATE push_queue q SET claimed_until = NULL, attempts = 0
  FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS claimed (id, until, user_id)
  WHERE q.id = claimed.id AND q.claimed_until = claimed.until AND q.attempts = 1
    AND NOT ${mayHaveUnread({ binderId: 'q.binder_id', userId: 'claimed.user_id', since: '$4::bigint' })}
  RETURNING q.id`;

export async function postponePush(
  db: Database,
  push: QueuedPush,
  until: number,
  isAttempt: boolean,
): Promise<void> {
  await db.query(
    `UPDATE push_queue SET claimed_until = NULL, due_at = $3::bigint, attempts = CASE WHEN $4::boolean THEN attempts ELSE 0 END
     WHERE ${OF_CLAIM}`,
    [...claimOf(push), until, isAttempt],
  );
}

export async function unclaimPushes<P extends QueuedPush>(
  db: Database,
  pushes: readonly P[],
  dueAt: (push: P) => number,
): Promise<void> {
  if (pushes.length === 0) return;
  await db.query(
    `UPDATE push_queue q SET claimed_until = NULL, due_at = returned.at, attempts = q.attempts - 1
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS returned (id, until, at)
     WHERE q.id = returned.id AND q.claimed_until = returned.until`,
    [pushes.map(({ id }) => id), pushes.map(({ claimed_until }) => claimed_until), pushes.map(dueAt)],
  );
}

export async function postponeDevice(db: Database, subscriptionId: number, until: number): Promise<void> {
  await db.query(
    `UPDATE push_queue q SET due_at = $2::bigint FROM (
       SELECT id FROM push_queue WHERE subscription_id = $1::bigint AND claimed_until IS NULL AND due_at < $2::bigint
       FOR UPDATE SKIP LOCKED
     ) due
     WHERE q.id = due.id`,
    [subscriptionId, until],
  );
}

export async function removeSubscription(db: Database, id: number): Promise<void> {
  await db.query('DELETE FROM push_subscriptions WHERE id = $1::bigint', [id]);
}
