import type { Database } from '../../../storage/database.ts';
import type { WebhookTarget } from './push.ts';

export interface ClaimedQueue extends Record<string, unknown>, WebhookTarget {
  user_id: string;
  binder_id: string;
  lease: string;
  failures: number;
  client_id: string;
}

export interface BotCapacity {
  userId: string;
  capacity: number;
  isSlow: boolean;
}

/** A bot without an entry in `capacities` has `defaultCapacity`. All slow receivers share `slowCapacity`. */
export interface ClaimInput {
  lease: string;
  leaseMs: number;
  now: number;
  limit: number;
  capacities: readonly BotCapacity[];
  defaultCapacity: number;
  slowCapacity: number;
}

/** Claims one queue of every bot before a second queue of any bot. */
export function claimQueues(db: Database, input: ClaimInput): Promise<ClaimedQueue[]> {
  return db.query<ClaimedQueue>(CLAIM, [
    input.now,
    input.lease,
    input.limit,
    input.capacities.map(({ userId }) => userId),
    input.capacities.map(({ capacity }) => capacity),
    input.defaultCapacity,
    input.capacities.map(({ isSlow }) => isSlow),
    input.slowCapacity,
    input.leaseMs / 1000,
  ]);
}

const IS_DUE = `l.last_sequence > l.done_sequence AND l.due_at <= $1
  AND (l.leased_until IS NULL OR l.leased_until < clock_timestamp())`;

export const BOT_RECEIVERS = `SELECT o.user_id, o.client_id, b.webhook_url, b.webhook_secret_sealed, b.allow_private_network,
      b.sha1_signature_header, c.secret_sealed AS client_secret_sealed, b.old_webhook_secret_sealed, b.old_webhook_secret_until
    FROM org_bots o
    JOIN bots b ON b.client_id = o.client_id AND b.webhook_url <> '' AND b.gone_at IS NULL
    JOIN clients c ON c.id = o.client_id AND c.disabled_at IS NULL
    JOIN orgs og ON og.id = o.org_id AND og.disabled_at IS NULL`;

const RECEIVERS = `(
    ${BOT_RECEIVERS}
    UNION ALL
    SELECT g.client_id, g.client_id, g.url, g.secret_sealed, true, '', c.secret_sealed, g.old_secret_sealed, g.old_secret_until
    FROM client_logs g JOIN clients c ON c.id = g.client_id AND c.disabled_at IS NULL
    WHERE g.url <> '' AND g.gone_at IS NULL
  )`;

export const JOIN_RECEIVER = `JOIN ${RECEIVERS} receiver ON receiver.user_id = l.user_id`;

// FOR UPDATE may lock a newer version than the snapshot has. The second IS_DUE checks that version.
const CLAIM = `WITH due AS (
    SELECT l.user_id, l.binder_id, row_number() OVER (PARTITION BY l.user_id ORDER BY l.due_at, l.binder_id) AS position
    FROM bot_queues l
    ${JOIN_RECEIVER} WHERE ${IS_DUE}
  ), eligible AS (
    SELECT due.*, r.is_slow, row_number() OVER (PARTITION BY r.is_slow ORDER BY due.position) AS turn
    FROM due LEFT JOIN unnest($4::text[], $5::bigint[], $7::bool[]) AS r (user_id, capacity, is_slow) USING (user_id)
    WHERE due.position <= coalesce(r.capacity, $6)
  ), picked AS (
    SELECT l.user_id, l.binder_id FROM bot_queues l JOIN eligible USING (user_id, binder_id)
    WHERE (eligible.is_slow IS NOT TRUE OR eligible.turn <= $8) AND ${IS_DUE}
    ORDER BY eligible.position LIMIT $3 FOR UPDATE OF l SKIP LOCKED
  ), claimed AS (
    UPDATE bot_queues l SET lease = $2, leased_until = clock_timestamp() + make_interval(secs => $9)
    FROM picked WHERE l.user_id = picked.user_id AND l.binder_id = picked.binder_id
    RETURNING l.user_id, l.binder_id, l.lease, l.failures
  )
  SELECT claimed.*, b.client_id, b.webhook_url, b.webhook_secret_sealed, b.allow_private_network,
    b.sha1_signature_header, b.client_secret_sealed,
    CASE WHEN b.old_webhook_secret_until > $1 THEN b.old_webhook_secret_sealed END AS old_webhook_secret_sealed
  FROM claimed JOIN ${RECEIVERS} b ON b.user_id = claimed.user_id`;

export type LeasedQueue = Pick<ClaimedQueue, 'user_id' | 'binder_id' | 'lease'> & { sequence: number | null };

export function renewLeases(
  db: Database,
  queues: readonly LeasedQueue[],
  leaseMs: number,
): Promise<Omit<LeasedQueue, 'sequence'>[]> {
  return db.query<Omit<LeasedQueue, 'sequence'> & Record<string, unknown>>(
    `WITH ours AS (
       SELECT l.user_id, l.binder_id FROM bot_queues l
       JOIN unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS r (user_id, binder_id, lease, sequence)
         USING (user_id, binder_id, lease)
       WHERE r.sequence IS NULL OR EXISTS (
         SELECT FROM bot_events e WHERE e.user_id = l.user_id AND e.sequence = r.sequence AND e.state = 'pending')
       ORDER BY l.user_id, l.binder_id FOR NO KEY UPDATE OF l
     )
     UPDATE bot_queues l SET leased_until = clock_timestamp() + make_interval(secs => $5)
     FROM ours WHERE l.user_id = ours.user_id AND l.binder_id = ours.binder_id
     RETURNING l.user_id, l.binder_id, l.lease`,
    [
      queues.map(({ user_id }) => user_id),
      queues.map(({ binder_id }) => binder_id),
      queues.map(({ lease }) => lease),
      queues.map(({ sequence }) => sequence),
      leaseMs / 1000,
    ],
  );
}

/** Longer than any retry delay. A queue that is due later shows that the clock was set back. */
const MAX_DEFERRAL_MS = 28 * 60 * 60 * 1000;

/** Takes 14 ms with 100,000 waiting queues, so it is not part of each claim. */
export async function makeDueAgain(db: Database, now: number): Promise<void> {
  await db.query(
    `UPDATE bot_queues l SET due_at = 0 FROM (
       SELECT user_id, binder_id FROM bot_queues WHERE last_sequence > done_sequence AND due_at > $1
       ORDER BY user_id, binder_id FOR NO KEY UPDATE SKIP LOCKED
     ) late WHERE l.user_id = late.user_id AND l.binder_id = late.binder_id`,
    [now + MAX_DEFERRAL_MS],
  );
}
