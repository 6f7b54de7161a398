import type { Database, Transaction } from '../../../storage/database.ts';
import { type ClaimedQueue, JOIN_RECEIVER } from './claim-queries.ts';
import type { CallResult } from './push.ts';

export interface PendingEvent extends Record<string, unknown> {
  sequence: number;
  message_id: string;
  body: string;
  traceparent: string | null;
}

export function findPending(
  db: Database,
  queue: Pick<ClaimedQueue, 'user_id' | 'binder_id'>,
  limit: number,
): Promise<PendingEvent[]> {
  return db.query<PendingEvent>(
    `SELECT sequence, message_id, body, traceparent FROM bot_events
     WHERE user_id = $1 AND binder_id = $2 AND state = 'pending' ORDER BY sequence LIMIT $3`,
    [queue.user_id, queue.binder_id, limit],
  );
}

export interface Attempt extends CallResult {
  userId: string;
  sequence: number;
  messageId: string;
  at: number;
}

interface EndedEvent {
  sequence: number;
  messageId: string;
}

export interface QueueResult {
  userId: string;
  binderId: string;
  lease: string;
  url: string;
  delivered: EndedEvent[];
  dead: EndedEvent[];
  attempts: Attempt[];
  failuresBefore: number;
  failingSequence: number | null;
  failures: number;
  dueAt: number;
  goneClientId: string | null;
}

/**
 * Leaves a queue unchanged if its lease was lost. If the receiver's address has changed, stores the attempts but no
 * outcomes.
 */
export async function acknowledgeQueues(
  tx: Transaction,
  results: readonly QueueResult[],
  now: number,
): Promise<void> {
  const userIds = results.map(({ userId }) => userId);
  const binderIds = results.map(({ binderId }) => binderId);
  const gone = results.flatMap(({ goneClientId }) => goneClientId ?? []);
  // `appendBotEvents` also locks `client_logs` before the queues. Another order could deadlock.
  if (gone.length > 0)
    await tx.query(
      'SELECT FROM client_logs WHERE client_id = ANY($1::text[]) ORDER BY client_id FOR NO KEY UPDATE',
      [gone],
    );
  // In a separate statement, so that the next one sees replays that were committed meanwhile.
  await tx.query(
    `SELECT FROM bot_queues l JOIN unnest($1::text[], $2::text[]) AS r (user_id, binder_id) USING (user_id, binder_id)
     ORDER BY l.user_id, l.binder_id FOR NO KEY UPDATE OF l`,
    [userIds, binderIds],
  );
  const endedEvents = results.flatMap(({ userId, url, delivered, dead }) => [
    ...delivered.map((event) => ({ userId, url, ...event, state: 'delivered' })),
    ...dead.map((event) => ({ userId, url, ...event, state: 'dead' })),
  ]);
  const attempts = results.flatMap((result) => result.attempts);
  await tx.query(
    `WITH ended AS (
       UPDATE bot_events e SET state = r.state
       FROM unnest($1::text[], $2::bigint[], $3::text[], $11::text[], $12::text[]) AS r (user_id, sequence, state, message_id, url)
       WHERE e.user_id = r.user_id AND e.sequence = r.sequence AND e.message_id = r.message_id AND e.state = 'pending'
         AND r.url = ${urlOf('r.user_id')}
     )
     INSERT INTO bot_attempts (user_id, sequence, at, ms, status, reason, answer)
     SELECT r.user_id, r.sequence, r.at, r.ms, r.status, r.reason, r.answer
     FROM unnest($4::text[], $5::bigint[], $6::bigint[], $7::int[], $8::int[], $9::text[], $10::text[], $13::text[])
       AS r (user_id, sequence, at, ms, status, reason, answer, message_id)
     JOIN bot_events e ON e.user_id = r.user_id AND e.sequence = r.sequence AND e.message_id = r.message_id`,
    [
      endedEvents.map(({ userId }) => userId),
      endedEvents.map(({ sequence }) => sequence),
      endedEvents.map(({ state }) => state),
      attempts.map(({ userId }) => userId),
      attempts.map(({ sequence }) => sequence),
      attempts.map(({ at }) => at),
      attempts.map(({ ms }) => ms),
      attempts.map(({ status }) => status),
      attempts.map(({ reason }) => reason),
      attempts.map(({ answer }) => answer),
      endedEvents.map(({ messageId }) => messageId),
      endedEvents.map(({ url }) => url),
      attempts.map(({ messageId }) => messageId),
    ],
  );
  await tx.query(
    `WITH gone AS (
         UPDATE bots b SET gone_at = $8 FROM unnest($7::text[], $10::text[]) AS r (client_id, url)
         WHERE b.client_id = r.client_id AND b.webhook_url = r.url AND b.gone_at IS NULL
       ), gone_clients AS (
         UPDATE client_logs g SET gone_at = $8 FROM unnest($7::text[], $10::text[]) AS r (client_id, url)
         WHERE g.client_id = r.client_id AND g.url = r.url AND g.gone_at IS NULL
       )
     UPDATE bot_queues l SET lease = NULL, leased_until = NULL,
       failures = CASE WHEN r.is_failing AND l.failures = r.failures_before THEN r.failures ELSE 0 END,
       due_at = CASE WHEN r.is_failing AND l.failures = r.failures_before THEN r.due_at ELSE 0 END,
       done_sequence = coalesce(r.sequence - 1, l.last_sequence)
     FROM (
       SELECT r.*, r.sequence = r.failing AND r.url = ${urlOf('r.user_id')} AS is_failing
       FROM (
         SELECT r.*, (
           SELECT min(sequence) FROM bot_events e
           WHERE e.user_id = r.user_id AND e.binder_id = r.binder_id AND e.state = 'pending') AS sequence
         FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::int[], $6::bigint[], $9::int[], $11::text[])
           AS r (user_id, binder_id, lease, failing, failures, due_at, failures_before, url)
       ) r
     ) r
     WHERE l.user_id = r.user_id AND l.binder_id = r.binder_id AND l.lease = r.lease`,
    [
      userIds,
      binderIds,
      results.map(({ lease }) => lease),
      results.map(({ failingSequence }) => failingSequence),
      results.map(({ failures }) => failures),
      results.map(({ dueAt }) => dueAt),
      gone,
      now,
      results.map(({ failuresBefore }) => failuresBefore),
      results.filter(({ goneClientId }) => goneClientId !== null).map(({ url }) => url),
      results.map(({ url }) => url),
    ],
  );
}

const urlOf = (userId: string) => `coalesce(
  (SELECT b.webhook_url FROM org_bots o JOIN bots b ON b.client_id = o.client_id WHERE o.user_id = ${userId}),
  (SELECT g.url FROM client_logs g WHERE g.client_id = ${userId}))`;

export async function scheduleRetry(tx: Transaction, clientId: string): Promise<void> {
  const waiting = `user_id IN (SELECT user_id FROM org_bots WHERE client_id = $1 UNION ALL SELECT $1) AND (failures > 0 OR due_at > 0)`;
  await tx.query(
    `WITH waiting AS (
       SELECT user_id, binder_id FROM bot_queues WHERE ${waiting} ORDER BY user_id, binder_id FOR NO KEY UPDATE
     )
     UPDATE bot_queues l SET failures = 0, due_at = 0 FROM waiting w
     WHERE l.user_id = w.user_id AND l.binder_id = w.binder_id`,
    [clientId],
  );
}

/** Locks in the order of `acknowledgeQueues`, to prevent deadlocks. */
export async function abandonPending(tx: Transaction, userId: string): Promise<void> {
  await tx.query('SELECT FROM bot_queues WHERE user_id = $1 ORDER BY user_id, binder_id FOR NO KEY UPDATE', [
    userId,
  ]);
  await tx.query(
    `WITH given_up AS (UPDATE bot_events SET state = 'dead' WHERE user_id = $1 AND state = 'pending')
     UPDATE bot_queues SET failures = 0, due_at = 0 WHERE user_id = $1 AND (failures > 0 OR due_at > 0)`,
    [userId],
  );
}

export interface Backlog extends Record<string, unknown> {
  pending: number;
  oldest: number | null;
  oldest_due: number | null;
  failing: number;
  dead: number;
}

export async function findBacklog(db: Database): Promise<Backlog> {
  const [row] = await db.query<Backlog>(
    `SELECT coalesce(sum(e.count), 0)::bigint AS pending, min(e.oldest) AS oldest,
       min(e.oldest) FILTER (WHERE l.failures = 0) AS oldest_due,
       count(*) FILTER (WHERE l.failures > 0) AS failing,
       (SELECT count(*) FROM bot_events WHERE state = 'dead') AS dead
     FROM bot_queues l ${JOIN_RECEIVER} CROSS JOIN LATERAL (
       SELECT count(*) AS count, min(created_at) AS oldest FROM bot_events
       WHERE user_id = l.user_id AND binder_id = l.binder_id AND state = 'pending'
     ) e
     WHERE l.last_sequence > l.done_sequence`,
  );
  return row ?? { pending: 0, oldest: null, oldest_due: null, failing: 0, dead: 0 };
}
