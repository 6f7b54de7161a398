import type { Database, Transaction } from '../../../storage/database.ts';
import type { Target } from './push.ts';

/** A lane that is ours to deliver for a while, with where its events go. */
export interface ClaimedLane extends Record<string, unknown>, Target {
  user_id: string;
  binder_id: string;
  failures: number;
  client_id: string;
}

/** How many more lanes of one bot may be under way, and whether it shares a part of the places with others like it. */
export interface BotRoom {
  userId: string;
  room: number;
  isLaggard: boolean;
}

/**
 * How long a lane is ours at the most, seconds: more than a run of it takes with its last call. By the database's clock,
 * the one that all processes share; when an event is due goes by the environment's.
 */
export const LEASE_SECONDS = 60;

/**
 * Claims lanes in which an event is due, so that no other process has them: of each bot as many as it has room for, and
 * of all bots one before a second of any.
 * @param wish `rooms` are the bots with less room than `roomOfOthers`; all laggards together have `roomOfLaggards`
 */
export function claimLanes(
  db: Database,
  wish: {
    lease: string;
    now: number;
    most: number;
    rooms: readonly BotRoom[];
    roomOfOthers: number;
    roomOfLaggards: number;
  },
): Promise<ClaimedLane[]> {
  return db.query<ClaimedLane>(CLAIM, [
    wish.now,
    wish.lease,
    wish.most,
    wish.rooms.map(({ userId }) => userId),
    wish.rooms.map(({ room }) => room),
    wish.roomOfOthers,
    wish.rooms.map(({ isLaggard }) => isLaggard),
    wish.roomOfLaggards,
  ]);
}

const IS_DUE = `l.last_sequence > l.done_sequence AND l.due_at <= $1
  AND (l.leased_until IS NULL OR l.leased_until < clock_timestamp())`;

/** Of lanes `l` those of bots that events are pushed to. */
const PUSHED_TO = `JOIN org_bots o ON o.user_id = l.user_id
    JOIN bots b ON b.client_id = o.client_id AND b.webhook_url <> '' AND b.gone_at IS NULL
    JOIN clients c ON c.id = o.client_id AND c.disabled_at IS NULL`;

// A row that changed while the statement waited for nobody (SKIP LOCKED) is judged again by the second IS_DUE.
const CLAIM = `WITH due AS (
    SELECT l.user_id, l.binder_id, row_number() OVER (PARTITION BY l.user_id ORDER BY l.due_at, l.binder_id) AS place
    FROM bot_lanes l
    ${PUSHED_TO} WHERE ${IS_DUE}
  ), fitting AS (
    SELECT due.*, r.is_laggard, row_number() OVER (PARTITION BY r.is_laggard ORDER BY due.place) AS turn
    FROM due LEFT JOIN unnest($4::text[], $5::bigint[], $7::bool[]) AS r (user_id, room, is_laggard) USING (user_id)
    WHERE due.place <= coalesce(r.room, $6)
  ), picked AS (
    SELECT l.user_id, l.binder_id FROM bot_lanes l JOIN fitting USING (user_id, binder_id)
    WHERE (fitting.is_laggard IS NOT TRUE OR fitting.turn <= $8) AND ${IS_DUE}
    ORDER BY fitting.place LIMIT $3 FOR UPDATE OF l SKIP LOCKED
  ), claimed AS (
    UPDATE bot_lanes l SET lease = $2, leased_until = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
    FROM picked WHERE l.user_id = picked.user_id AND l.binder_id = picked.binder_id
    RETURNING l.user_id, l.binder_id, l.failures
  )
  SELECT claimed.*, b.client_id, b.webhook_url, b.webhook_secret_sealed, b.allow_private_network,
    CASE WHEN b.old_webhook_secret_until > $1 THEN b.old_webhook_secret_sealed END AS old_webhook_secret_sealed
  FROM claimed JOIN org_bots o ON o.user_id = claimed.user_id JOIN bots b ON b.client_id = o.client_id`;

/** An event to push. */
export interface PendingEvent extends Record<string, unknown> {
  sequence: number;
  message_id: string;
  body: string;
}

/** The next events of a lane, in their order. */
export function findPending(
  db: Database,
  lane: Pick<ClaimedLane, 'user_id' | 'binder_id'>,
  limit: number,
): Promise<PendingEvent[]> {
  return db.query<PendingEvent>(
    `SELECT sequence, message_id, body FROM bot_events
     WHERE user_id = $1 AND binder_id = $2 AND state = 'pending' ORDER BY sequence LIMIT $3`,
    [lane.user_id, lane.binder_id, limit],
  );
}

/** What came of one try. Times in milliseconds. */
export interface Attempt {
  userId: string;
  sequence: number;
  at: number;
  ms: number;
  status: number | null;
  reason: string | null;
  answer: string;
}

/** What came of a lane that was claimed: its events, and when the next is due. */
export interface LaneResult {
  userId: string;
  binderId: string;
  delivered: number[];
  dead: number[];
  attempts: Attempt[];
  failures: number;
  dueAt: number;
  /** Set when the receiver said that it is gone for good. */
  goneClientId: string | null;
}

/**
 * Writes down what came of lanes and gives them free, all in one transaction. A lane that is no longer held under this
 * lease keeps its state; what was delivered is delivered all the same.
 */
export async function settleLanes(
  tx: Transaction,
  lease: string,
  results: readonly LaneResult[],
  now: number,
): Promise<void> {
  const userIds = results.map(({ userId }) => userId);
  const binderIds = results.map(({ binderId }) => binderId);
  // First the locks, in one order; the next statement then sees what was replayed while this one waited.
  await tx.query(
    `SELECT FROM bot_lanes l JOIN unnest($1::text[], $2::text[]) AS r (user_id, binder_id) USING (user_id, binder_id)
     ORDER BY l.user_id, l.binder_id FOR NO KEY UPDATE OF l`,
    [userIds, binderIds],
  );
  const ended = results.flatMap(({ userId, delivered, dead }) => [
    ...delivered.map((sequence) => ({ userId, sequence, state: 'delivered' })),
    ...dead.map((sequence) => ({ userId, sequence, state: 'dead' })),
  ]);
  const attempts = results.flatMap((result) => result.attempts);
  await tx.query(
    `WITH ended AS (
       UPDATE bot_events e SET state = r.state FROM unnest($1::text[], $2::bigint[], $3::text[]) AS r (user_id, sequence, state)
       WHERE e.user_id = r.user_id AND e.sequence = r.sequence AND e.state = 'pending'
     )
     INSERT INTO bot_attempts (user_id, sequence, at, ms, status, reason, answer)
     SELECT * FROM unnest($4::text[], $5::bigint[], $6::bigint[], $7::int[], $8::int[], $9::text[], $10::text[])`,
    [
      ended.map(({ userId }) => userId),
      ended.map(({ sequence }) => sequence),
      ended.map(({ state }) => state),
      attempts.map(({ userId }) => userId),
      attempts.map(({ sequence }) => sequence),
      attempts.map(({ at }) => at),
      attempts.map(({ ms }) => ms),
      attempts.map(({ status }) => status),
      attempts.map(({ reason }) => reason),
      attempts.map(({ answer }) => answer),
    ],
  );
  await tx.query(
    `WITH gone AS (UPDATE bots SET gone_at = $7 WHERE client_id = ANY($6::text[]) AND gone_at IS NULL)
     UPDATE bot_lanes l SET failures = r.failures, due_at = r.due_at, lease = NULL, leased_until = NULL,
       done_sequence = coalesce(
         (SELECT min(sequence) - 1 FROM bot_events e
          WHERE e.user_id = l.user_id AND e.binder_id = l.binder_id AND e.state = 'pending'), l.last_sequence)
     FROM unnest($1::text[], $2::text[], $3::int[], $4::bigint[]) AS r (user_id, binder_id, failures, due_at)
     WHERE l.user_id = r.user_id AND l.binder_id = r.binder_id AND l.lease = $5`,
    [
      userIds,
      binderIds,
      results.map(({ failures }) => failures),
      results.map(({ dueAt }) => dueAt),
      lease,
      results.flatMap(({ goneClientId }) => goneClientId ?? []),
      now,
    ],
  );
}

/**
 * Gives up what a bot is still to be told. The lanes are locked first, as by `settleLanes`, and after the row of the bot
 * in its org, as by those who append events.
 */
export async function giveUpPending(tx: Transaction, userId: string): Promise<void> {
  await tx.query('SELECT FROM bot_lanes WHERE user_id = $1 ORDER BY user_id, binder_id FOR NO KEY UPDATE', [
    userId,
  ]);
  await tx.query(`UPDATE bot_events SET state = 'dead' WHERE user_id = $1 AND state = 'pending'`, [userId]);
}

/** How many events are still to be pushed, since when the oldest of them is there (null: none), how many were given up. */
export interface Backlog extends Record<string, unknown> {
  pending: number;
  oldest: number | null;
  dead: number;
}

/** The backlog of all bots. Those of bots that only pull are not to be pushed, and do not count. */
export async function findBacklog(db: Database): Promise<Backlog> {
  const [row] = await db.query<Backlog>(
    `SELECT coalesce(sum(e.count), 0)::bigint AS pending, min(e.oldest) AS oldest,
       (SELECT count(*) FROM bot_events WHERE state = 'dead') AS dead
     FROM bot_lanes l ${PUSHED_TO} CROSS JOIN LATERAL (
       SELECT count(*) AS count, min(created_at) AS oldest FROM bot_events
       WHERE user_id = l.user_id AND binder_id = l.binder_id AND state = 'pending'
     ) e
     WHERE l.last_sequence > l.done_sequence`,
  );
  return row ?? { pending: 0, oldest: null, dead: 0 };
}
