import type { Environment } from '../../../environment/environment.ts';
import type { Transaction } from '../../../storage/database.ts';
import { currentTraceparent } from '../../../tracing/index.ts';

export interface NewBotEvent {
  /** Id of the bot, or of the client for a client's log. */
  userId: string;
  messageId: string;
  /** Empty for events of the org. */
  binderId: string;
  kind: string;
  body: string;
  traceparent?: string | undefined;
}

/** Locks the rows of the bots until the commit, so that sequence numbers follow the order of commits without gaps. */
export async function appendBotEvents(
  env: Pick<Environment, 'clock' | 'bus'>,
  tx: Transaction,
  events: readonly NewBotEvent[],
): Promise<void> {
  const counts = new Map<string, number>();
  const current = currentTraceparent();
  const cursors = events.map(({ userId }) => {
    const cursor = (counts.get(userId) ?? 0) + 1;
    counts.set(userId, cursor);
    return cursor;
  });
  await tx.query(APPEND, [
    [...counts.keys()],
    [...counts.values()],
    events.map(({ userId }) => userId),
    cursors,
    events.map(({ messageId }) => messageId),
    events.map(({ binderId }) => binderId),
    events.map(({ kind }) => kind),
    events.map(({ body }) => body),
    env.clock.now(),
    events.map(({ traceparent }) => traceparent ?? current ?? null),
  ]);
  tx.afterCommit(() => {
    for (const userId of counts.keys()) env.bus.wake(userId);
  });
}

const APPEND = `WITH locked AS (
    SELECT user_id FROM org_bots WHERE user_id = ANY($1::text[]) ORDER BY user_id FOR NO KEY UPDATE
  ), locked_clients AS (
    SELECT client_id FROM client_logs WHERE client_id = ANY($1::text[]) ORDER BY client_id FOR NO KEY UPDATE
  ), numbered_bots AS (
    UPDATE org_bots o SET last_sequence = o.last_sequence + taken.count
    FROM locked JOIN unnest($1::text[], $2::bigint[]) AS taken (user_id, count) USING (user_id)
    WHERE o.user_id = locked.user_id
    RETURNING o.user_id, o.last_sequence - taken.count AS base, o.enabled_at IS NOT NULL AS is_enabled
  ), numbered_clients AS (
    UPDATE client_logs o SET last_sequence = o.last_sequence + taken.count
    FROM locked_clients JOIN unnest($1::text[], $2::bigint[]) AS taken (user_id, count) ON taken.user_id = client_id
    WHERE o.client_id = locked_clients.client_id
    RETURNING o.client_id AS user_id, o.last_sequence - taken.count AS base, true AS is_enabled
  ), numbered AS (
    SELECT * FROM numbered_bots UNION ALL SELECT * FROM numbered_clients
  ), placed AS (
    SELECT e.*, numbered.base + e.ordinal AS sequence,
      CASE WHEN is_enabled OR kind IN ('bot_disabled', 'bot_uninstalled') THEN 'pending' ELSE 'dead' END AS state
    FROM unnest($3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $10::text[])
      AS e (user_id, ordinal, message_id, binder_id, kind, body, traceparent)
    JOIN numbered USING (user_id)
  ), queues AS (
    INSERT INTO bot_queues (user_id, binder_id, last_sequence)
    SELECT user_id, binder_id, max(sequence) FROM placed GROUP BY user_id, binder_id ORDER BY user_id, binder_id
    ON CONFLICT (user_id, binder_id) DO UPDATE SET last_sequence = excluded.last_sequence
  )
  INSERT INTO bot_events (user_id, sequence, message_id, binder_id, kind, body, created_at, state, traceparent)
  SELECT user_id, sequence, message_id, binder_id, kind, body, $9, state, traceparent FROM placed`;
