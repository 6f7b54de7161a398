import { type Database, first, hasRow, type Transaction } from '../../../storage/database.ts';
import type { CallResult, WebhookTarget } from '../delivery/push.ts';

export interface ReceiverTarget extends Record<string, unknown>, WebhookTarget {
  user_id: string;
  name: string;
  /** False if the partner has disabled the receiver, or the org has not enabled the bot. */
  is_enabled: boolean;
  gone_at: number | null;
}

export function findOrgBotTarget(
  db: Database,
  orgId: string,
  clientId: string,
  now: number,
): Promise<ReceiverTarget | undefined> {
  return first<ReceiverTarget>(
    db,
    `SELECT o.user_id, c.name, o.enabled_at IS NOT NULL AND c.disabled_at IS NULL AS is_enabled,
       b.webhook_url, b.webhook_secret_sealed, b.allow_private_network, b.gone_at,
       b.sha1_signature_header, c.secret_sealed AS client_secret_sealed,
       CASE WHEN b.old_webhook_secret_until > $3 THEN b.old_webhook_secret_sealed END AS old_webhook_secret_sealed
     FROM org_bots o JOIN clients c ON c.id = o.client_id JOIN bots b ON b.client_id = o.client_id
     WHERE o.org_id = $1 AND o.client_id = $2`,
    [orgId, clientId, now],
  );
}

export function isBotOfPartner(db: Database, partnerId: string, clientId: string): Promise<boolean> {
  return hasRow(db, `SELECT 1 FROM clients WHERE id = $1 AND partner_id = $2 AND kind = 'bot'`, [
    clientId,
    partnerId,
  ]);
}

export interface AttemptRow extends Record<string, unknown>, CallResult {
  at: number;
}

export interface DeliveryRow extends Record<string, unknown> {
  sequence: number;
  message_id: string;
  kind: string;
  binder_id: string;
  created_at: number;
  state: 'pending' | 'delivered' | 'dead';
  attempts: number;
  last_attempt: AttemptRow | null;
}

const deliveries = `
  SELECT e.sequence, e.message_id, e.kind, e.binder_id, e.created_at, e.state, tries.attempts, tries.last_attempt
  FROM (%) e
  CROSS JOIN LATERAL (
    SELECT count(*) AS attempts, (array_agg(to_jsonb(a) ORDER BY a.id DESC))[1] AS last_attempt
    FROM bot_attempts a WHERE a.user_id = e.user_id AND a.sequence = e.sequence
  ) tries ORDER BY e.sequence DESC`;

// PostgreSQL uses the partial indexes only if the condition is a literal.
const STATE_CONDITIONS = {
  any: 'true',
  pending: `state = 'pending'`,
  delivered: `state = 'delivered'`,
  dead: `state = 'dead'`,
} as const;

export interface DeliveryFilter {
  limit?: number;
  cursor?: string;
  state?: 'pending' | 'delivered' | 'dead';
}

export function findDeliveries(
  db: Database,
  userId: string,
  state: keyof typeof STATE_CONDITIONS,
  beforeSequence: number,
  limit: number,
): Promise<DeliveryRow[]> {
  const page = `SELECT * FROM bot_events WHERE user_id = $1 AND sequence < $2 AND ${STATE_CONDITIONS[state]}
    ORDER BY sequence DESC LIMIT $3`;
  return db.query<DeliveryRow>(
    deliveries.replace('%', () => page),
    [userId, beforeSequence, limit],
  );
}

export function findDelivery(
  db: Database,
  userId: string,
  sequence: number,
): Promise<(DeliveryRow & { body: string }) | undefined> {
  const one = 'SELECT * FROM bot_events WHERE user_id = $1 AND sequence = $2';
  const text = deliveries.replace('e.state,', 'e.state, e.body,').replace('%', () => one);
  return first<DeliveryRow & { body: string }>(db, text, [userId, sequence]);
}

export function findAttempts(db: Database, userId: string, sequence: number): Promise<AttemptRow[]> {
  return db.query<AttemptRow>(
    'SELECT at, ms, status, reason, answer FROM bot_attempts WHERE user_id = $1 AND sequence = $2 ORDER BY id',
    [userId, sequence],
  );
}

export type ReplayChoice = { from: number } | { sequences: number[] } | { dead: true };

/** Locks the queues first, so that `acknowledgeQueues` overwrites no changes. */
export async function replayEvents(tx: Transaction, userId: string, choice: ReplayChoice): Promise<number[]> {
  const [condition, value] =
    'from' in choice
      ? ['sequence >= $2', choice.from]
      : 'sequences' in choice
        ? ['sequence = ANY($2::bigint[])', choice.sequences]
        : ['$2::bool', true];
  const chosen = `user_id = $1 AND ${condition} AND ${'dead' in choice ? `state = 'dead'` : 'true'}`;
  await tx.query(
    `SELECT FROM bot_queues WHERE user_id = $1 AND binder_id IN (SELECT binder_id FROM bot_events WHERE ${chosen})
     ORDER BY user_id, binder_id FOR NO KEY UPDATE`,
    [userId, value],
  );
  const rows = await tx.query<{ sequence: number }>(
    `WITH chosen AS (SELECT sequence, binder_id, state FROM bot_events WHERE ${chosen}),
       again AS (
         UPDATE bot_events e SET state = 'pending' FROM chosen
         WHERE e.user_id = $1 AND e.sequence = chosen.sequence AND chosen.state <> 'pending'
       ), queues AS (
         UPDATE bot_queues l SET done_sequence = least(l.done_sequence, first.sequence - 1), failures = 0, due_at = 0
         FROM (SELECT binder_id, min(sequence) AS sequence FROM chosen GROUP BY binder_id) first
         WHERE l.user_id = $1 AND l.binder_id = first.binder_id
       )
     SELECT sequence FROM chosen ORDER BY sequence`,
    [userId, value],
  );
  return rows.map(({ sequence }) => sequence);
}

export interface PeriodRow extends Record<string, unknown> {
  time: number;
  delivered: number;
  failed: number;
  p50: number | null;
  p95: number | null;
}

/** In milliseconds. `from` and `until` are the starts of the first and the last period. */
export function findHealth(
  db: Database,
  userId: string,
  span: { from: number; until: number; step: number },
): Promise<PeriodRow[]> {
  return db.query<PeriodRow>(
    `SELECT p.time, count(a.id) FILTER (WHERE a.status BETWEEN 200 AND 299) AS delivered,
       count(a.id) FILTER (WHERE a.status IS NULL OR a.status NOT BETWEEN 200 AND 299) AS failed,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY a.ms) AS p50, percentile_cont(0.95) WITHIN GROUP (ORDER BY a.ms) AS p95
     FROM generate_series($2::bigint, $3::bigint, $4::bigint) AS p (time)
     LEFT JOIN bot_attempts a ON a.user_id = $1 AND a.at >= p.time AND a.at < p.time + $4
     GROUP BY p.time ORDER BY p.time`,
    [userId, span.from, span.until, span.step],
  );
}

export async function countWaiting(
  db: Database,
  userId: string,
): Promise<{ pending: number; oldest: number | null; dead: number }> {
  const [row] = await db.query<{ pending: number; oldest: number | null; dead: number }>(
    `SELECT
       (SELECT count(*) FROM bot_events WHERE user_id = $1 AND state = 'pending') AS pending,
       (SELECT min(created_at) FROM bot_events WHERE user_id = $1 AND state = 'pending') AS oldest,
       (SELECT count(*) FROM bot_events WHERE user_id = $1 AND state = 'dead') AS dead`,
    [userId],
  );
  return row ?? { pending: 0, oldest: null, dead: 0 };
}
