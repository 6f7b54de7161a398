import type { HomeFilter, MeetState, UserReference } from '@ringbinder/protocol';
import { awaitedPeople } from '../../access/index.ts';
import { type LogRange, rangeColumns, unreadEntries } from '../../log/index.ts';
import { type Database, first, type Transaction } from '../../storage/database.ts';
import { dueDayOf } from '../../time/due-day.ts';
import { PARTICIPANTS } from '../meets/index.ts';
import { WAITING_STEPS, type WaitingStepRow } from '../transactions/index.ts';

/** The author gets no item, unless the server wrote the message. */
export async function storeActivity(tx: Transaction, ranges: readonly LogRange[]): Promise<void> {
  await tx.query(
    `WITH changed AS MATERIALIZED (
       SELECT l.binder_id, (l.body->>'id')::bigint AS id, max(l.seq) AS seq
       FROM ${unreadEntries}
       WHERE l.kind IN ('message_posted', 'message_edited', 'message_deleted')
       GROUP BY 1, 2
     ), concerned AS MATERIALIZED (
       SELECT DISTINCT ON (m.binder_id, m.id, person.id) m.binder_id, m.id, c.seq, person.id AS user_id, person.kind, m.created_at
       FROM changed c JOIN messages m ON m.binder_id = c.binder_id AND m.id = c.id AND m.deleted_at IS NULL
       CROSS JOIN LATERAL (
         SELECT unnest(m.mentions), 'mention'
         UNION ALL
         SELECT f.user_id, 'reply' FROM thread_followers f
         JOIN binder_members member ON member.binder_id = f.binder_id AND member.user_id = f.user_id
         WHERE f.binder_id = m.binder_id AND f.thread_id = m.thread_id AND f.is_following
       ) AS person (id, kind)
       WHERE person.id <> m.user_id OR m.is_feed
       ORDER BY m.binder_id, m.id, person.id, person.kind
     ), removed AS (
       DELETE FROM activity a USING changed c
       WHERE a.binder_id = c.binder_id AND a.message_id = c.id AND NOT EXISTS (
         SELECT FROM concerned WHERE concerned.binder_id = a.binder_id AND concerned.id = a.message_id AND concerned.user_id = a.user_id)
     )
     INSERT INTO activity AS a (binder_id, message_id, seq, user_id, kind, created_at)
     SELECT binder_id, id, seq, user_id, kind, created_at FROM concerned
     ON CONFLICT (binder_id, message_id, user_id) DO UPDATE SET kind = excluded.kind WHERE a.kind <> excluded.kind`,
    rangeColumns(ranges),
  );
}

export interface HomePosition {
  key: number;
  binderId: string;
  id: number;
}

interface HomeRow extends Record<string, unknown> {
  /**
   * Sort key: the negative time of approvals, mentions and saved messages, the due time of to-dos and requests, or the
   * start time of meets.
   */
  key: number;
  id: number;
  binder_id: string;
  binder_name: string;
  time: number;
  user_id: string;
  user_name: string;
}

export interface ApprovalRow extends HomeRow, WaitingStepRow {}

export interface MentionRow extends HomeRow {
  kind: 'mention' | 'reply';
  text: string;
  file_name: string | null;
  has_audio: boolean;
  thread_id: number | null;
  thread_only: boolean;
  is_unread: boolean;
}

export interface TodoRow extends HomeRow {
  name: string;
  due_at: number | null;
  due_day: string | null;
}

export interface MeetRow extends HomeRow {
  session_key: string;
  name: string;
  state: MeetState;
  ends_at: number | null;
  /** Null unless the meet is running. */
  participants: UserReference[] | null;
}

export interface SavedRow extends HomeRow {
  text: string;
  file_name: string | null;
  has_audio: boolean;
  thread_id: number | null;
  thread_only: boolean;
  saved_at: number;
  remind_at: number | null;
  is_due: boolean;
}

export interface RequestRow extends HomeRow {
  title: string;
  due_at: number | null;
  due_day: string | null;
  /** Null if nobody can answer. */
  waiting: { id: string; name: string; count: number }[] | null;
}

export interface HomeRows {
  approvals: ApprovalRow;
  mentions: MentionRow;
  todos: TodoRow;
  meets: MeetRow;
  saved: SavedRow;
  requests: RequestRow;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Maximum time in JavaScript, for sort keys. */
const MAX_TIME = 8_640_000_000_000_000;
const MAX_EXCERPT_LENGTH = 1_000;

const MAX_PEOPLE = 10;

const ATTACHMENTS = `m.file->>'name' AS file_name, m.audio IS NOT NULL AS has_audio`;

const joinCaller = (table: string) => `
  JOIN binder_members member ON member.binder_id = ${table}.binder_id AND member.user_id = $1
  JOIN binders b ON b.id = ${table}.binder_id AND b.deleted_at IS NULL`;

const currentStepsOf = (transaction: string) => `(
  SELECT * FROM transaction_steps step
  WHERE binder_id = ${transaction}.binder_id AND transaction_id = ${transaction}.id AND completed_at IS NULL
    AND NOT EXISTS (
      SELECT FROM transaction_steps earlier
      WHERE earlier.binder_id = step.binder_id AND earlier.transaction_id = step.transaction_id
        AND earlier.order_number < step.order_number AND earlier.completed_at IS NULL)
) s`;

/** `$1` is the caller, and `$2` is the current time. */
export const SOURCES: Readonly<Record<HomeFilter, string>> = {
  approvals: `SELECT -w.time AS key, w.* FROM (${WAITING_STEPS}) w`,
  mentions: `
    SELECT -a.created_at AS key, a.message_id AS id, a.binder_id, b.name AS binder_name, a.created_at AS time, m.user_id,
      a.kind, left(m.text, ${MAX_EXCERPT_LENGTH}) AS text, m.thread_id, m.thread_only, ${ATTACHMENTS},
      a.read_at IS NULL AND m.id > greatest(0, f.read_id, CASE WHEN NOT m.thread_only THEN member.read_id END) AS is_unread
    FROM activity a
    JOIN messages m ON m.binder_id = a.binder_id AND m.id = a.message_id AND m.deleted_at IS NULL
    ${joinCaller('a')}
    LEFT JOIN thread_followers f ON f.binder_id = m.binder_id AND f.thread_id = m.thread_id AND f.user_id = $1
    WHERE a.user_id = $1`,
  todos: `
    SELECT coalesce(t.due_at, ${MAX_TIME}) AS key, t.id, t.binder_id, b.name AS binder_name, t.created_at AS time,
      t.creator_id AS user_id, t.name, t.due_at, ${dueDayOf('t')} AS due_day
    FROM todos t ${joinCaller('t')}
    WHERE t.assignee_id = $1 AND t.completed_at IS NULL AND t.deleted_at IS NULL`,
  meets: `
    SELECT m.starts_at AS key, m.id, m.binder_id, b.name AS binder_name,
      CASE WHEN m.state = 'SESSION_STARTED' THEN coalesce(m.started_at, m.starts_at) ELSE m.starts_at END AS time, m.host_id AS user_id,
      m.session_key, m.name, m.state, m.ends_at, ${PARTICIPANTS}
    FROM meets m ${joinCaller('m')}
    WHERE m.state = 'SESSION_STARTED'
      OR (m.state = 'SESSION_SCHEDULED' AND m.starts_at < $2::bigint + ${DAY_MS} AND m.ends_at > $2)`,
  saved: `
    SELECT CASE WHEN s.remind_at <= $2::bigint THEN -s.remind_at - ${MAX_TIME} ELSE -s.saved_at END AS key, s.message_id AS id,
      s.binder_id, b.name AS binder_name, m.created_at AS time, m.user_id, left(m.text, ${MAX_EXCERPT_LENGTH}) AS text, m.thread_id,
      m.thread_only, ${ATTACHMENTS}, s.saved_at, s.remind_at, (s.remind_at <= $2::bigint) IS TRUE AS is_due
    FROM saved_messages s
    JOIN messages m ON m.binder_id = s.binder_id AND m.id = s.message_id AND m.deleted_at IS NULL
    ${joinCaller('s')}
    WHERE s.user_id = $1`,
  requests: `
    SELECT coalesce(current.due_at, ${MAX_TIME}) AS key, t.id, t.binder_id, b.name AS binder_name, t.created_at AS time,
      t.creator_id AS user_id, t.title, current.due_at, CASE WHEN current.due_at = t.due_at THEN ${dueDayOf('t')} END AS due_day, (
        SELECT jsonb_agg(awaited) FROM (
          SELECT person.id, person.name, count(*) OVER () AS count
          FROM ${currentStepsOf('t')} CROSS JOIN LATERAL ${awaitedPeople('s')} own JOIN users person ON person.id = own.id
          GROUP BY person.id ORDER BY person.name, person.id LIMIT ${MAX_PEOPLE}
        ) awaited
      ) AS waiting
    FROM transactions t ${joinCaller('t')}
    CROSS JOIN LATERAL (
      SELECT min(coalesce(s.due_at, t.due_at)) AS due_at, bool_and(own.id = $1) AS waits_only_for_caller
      FROM ${currentStepsOf('t')} LEFT JOIN LATERAL ${awaitedPeople('s')} own ON true
    ) current
    WHERE t.creator_id = $1 AND t.deleted_at IS NULL AND t.outcome IS NULL AND t.is_active
      AND current.waits_only_for_caller IS NOT TRUE`,
};

/** The condition on `$2` only tells PostgreSQL its type. */
export function findHomeItems<F extends HomeFilter>(
  db: Database,
  filter: F,
  { userId, now }: { userId: string; now: number },
  after: HomePosition,
  limit: number,
): Promise<HomeRows[F][]> {
  return db.query<HomeRows[F]>(
    `SELECT item.*, u.name AS user_name FROM (${SOURCES[filter]}) item JOIN users u ON u.id = item.user_id
     WHERE (item.key, item.binder_id, item.id) > ($3, $4, $5) AND $2::bigint IS NOT NULL
     ORDER BY item.key, item.binder_id, item.id LIMIT $6`,
    [userId, now, after.key, after.binderId, after.id, limit],
  );
}

export interface HomeCounts extends Record<HomeFilter, number> {}

export async function countHomeItems(db: Database, userId: string, now: number): Promise<HomeCounts> {
  const row = await first<HomeCounts & Record<string, unknown>>(db, COUNT_ITEMS, [userId, now]);
  return row ?? { approvals: 0, mentions: 0, todos: 0, meets: 0, saved: 0, requests: 0 };
}

const MAX_COUNT = 1_000;
const countOf = (filter: HomeFilter, condition = 'true') =>
  `(SELECT count(*) FROM (SELECT FROM (${SOURCES[filter]}) item WHERE ${condition} LIMIT ${MAX_COUNT}) counted) AS ${filter}`;
const COUNT_ITEMS = `SELECT ${countOf('approvals')}, ${countOf('mentions', 'item.is_unread')}, ${countOf('todos')}, ${countOf('meets')}, ${countOf('saved', 'item.is_due')}, ${countOf('requests')}`;
