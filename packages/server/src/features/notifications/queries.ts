import type { NotificationType } from '@ringbinder/protocol';
import { isAwaited, isRunning, mayAct, unavailableBecause } from '../../access/index.ts';
import type { Database } from '../../storage/database.ts';
import { dueDayOf } from '../../time/due-day.ts';

export interface NotificationPosition {
  /** The negative time, so that the newest notification comes first. */
  key: number;
  binderId: string;
  id: number;
}

export interface NotificationRow extends Record<string, unknown> {
  key: number;
  id: number;
  type: NotificationType;
  binder_id: string;
  binder_name: string;
  time: number;
  read_at: number | null;
  user_id: string;
  user_name: string;
  message_id: number | null;
  text: string | null;
  thread_id: number | null;
  thread_only: boolean | null;
  file_name: string | null;
  has_audio: boolean | null;
  count: number | null;
  transaction_id: number | null;
  title: string | null;
  outcome: 'completed' | 'rejected' | null;
  step_id: number | null;
  /** The assignee whom the person represents. */
  for_id: string | null;
  for_name: string | null;
  todo_id: number | null;
  todo_name: string | null;
  due_at: number | null;
  due_day: string | null;
  session_key: string | null;
  meet_name: string | null;
  starts_at: number | null;
  page_id: number | null;
  page_name: string | null;
  comment_id: number | null;
  comment_text: string | null;
  is_reminder: boolean | null;
  is_muted: boolean;
}

/** In characters. */
const EXCERPT = 1_000;
const MAX_COUNT = 1_000;
const MAX_UNREAD = 100;
const MAX_UNMAILED = 500;
const MAX_MESSAGES = 5;

const unreadMessages = `
  FROM messages m WHERE m.binder_id = member.binder_id AND m.id > member.read_id AND m.user_id <> member.user_id
    AND m.deleted_at IS NULL AND NOT m.thread_only AND NOT m.is_feed AND NOT EXISTS (
      SELECT FROM activity a WHERE a.binder_id = m.binder_id AND a.message_id = m.id AND a.user_id = member.user_id)`;

/** Only false is certain, because notifications may no longer apply. */
export const mayHaveUnread = ({
  binderId,
  userId,
  since,
}: Record<'binderId' | 'userId' | 'since', string>) => `EXISTS (
    SELECT FROM binder_members member WHERE member.binder_id = ${binderId} AND member.user_id = ${userId} AND (
      EXISTS (SELECT FROM messages m WHERE m.binder_id = ${binderId} AND m.id > member.read_id AND m.user_id <> ${userId})
      OR EXISTS (
        SELECT FROM activity a LEFT JOIN messages m ON m.binder_id = a.binder_id AND m.id = a.message_id
        WHERE a.user_id = ${userId} AND a.binder_id = ${binderId} AND a.read_at IS NULL AND a.created_at > ${since}
          AND (m.id IS NULL OR m.id > member.read_id OR m.thread_only))))`;

const isOfApproval = `EXISTS (
      SELECT FROM activity w WHERE w.user_id = a.user_id AND -w.created_at = -a.created_at AND w.binder_id = a.binder_id
        AND w.kind = 'approval_waiting')`;

const activities = (now: string, condition = '') => `
  SELECT -a.created_at AS key, a.id, a.kind AS type, a.binder_id, b.name AS binder_name, a.created_at AS time,
    CASE WHEN a.message_id <= greatest(0, f.read_id, CASE WHEN NOT m.thread_only THEN member.read_id END)
        OR (a.kind = 'approval_waiting' AND (s.completed_at IS NOT NULL OR (represented.id IS NULL AND ${isAwaited('s', 'a.user_id')} IS NOT TRUE) OR t.outcome IS NOT NULL))
        OR d.completed_at IS NOT NULL OR (e.state = 'SESSION_ENDED' AND a.kind <> 'meet_missed')
        OR (a.kind = 'message_due' AND saved.message_id IS NULL)
        OR (a.kind = 'meet_started' AND a.user_id = ANY(e.attendee_ids || e.declined_ids))
      THEN coalesce(a.read_at, a.created_at) ELSE a.read_at END AS read_at,
    coalesce(m.user_id, CASE a.kind WHEN 'meet_missed' THEN e.host_id WHEN 'invitation' THEN l.body->>'invited_by' END, l.actor_id) AS user_id, m.id AS message_id, left(m.text, ${EXCERPT}) AS text, m.thread_id, m.thread_only,
    m.file->>'name' AS file_name, m.audio IS NOT NULL AS has_audio,
    t.id AS transaction_id, t.title, t.outcome, s.id AS step_id, represented.id AS for_id, represented.name AS for_name,
    d.id AS todo_id, d.name AS todo_name, d.due_at, ${dueDayOf('d')} AS due_day, e.session_key, e.name AS meet_name, e.starts_at,
    shared.page_id, shared.page_name, c.id AS comment_id, left(c.text, ${EXCERPT}) AS comment_text, shared.documents,
    a.kind = 'approval_waiting' AND l.kind = 'transaction_reminded' AS is_reminder
  FROM activity a
  JOIN binder_members member ON member.binder_id = a.binder_id AND member.user_id = a.user_id
  JOIN binders b ON b.id = a.binder_id AND b.deleted_at IS NULL
  LEFT JOIN messages m ON m.binder_id = a.binder_id AND m.id = coalesce(a.message_id, CASE a.kind WHEN 'message_due' THEN a.item_id END)
    AND m.deleted_at IS NULL AND (NOT m.is_feed OR a.kind = 'message_due' OR (a.kind = 'mention' AND NOT ${isOfApproval}))
  LEFT JOIN saved_messages saved ON a.kind = 'message_due' AND saved.user_id = a.user_id AND saved.binder_id = a.binder_id
    AND saved.message_id = a.item_id AND saved.reminded_at IS NOT NULL
  LEFT JOIN thread_followers f ON f.binder_id = m.binder_id AND f.thread_id = m.thread_id AND f.user_id = a.user_id
  LEFT JOIN binder_log l ON l.binder_id = a.binder_id AND l.seq = a.seq
  LEFT JOIN transaction_steps s ON a.kind = 'approval_waiting' AND s.binder_id = a.binder_id AND s.id = a.item_id
  LEFT JOIN transactions t ON a.kind IN ('approval_waiting', 'approval_decided') AND t.binder_id = a.binder_id
    AND t.id = coalesce(s.transaction_id, a.item_id) AND t.deleted_at IS NULL
  LEFT JOIN LATERAL (
    SELECT p.id, p.name FROM delegations acting JOIN users p ON p.id = acting.user_id
    WHERE acting.delegate_id = a.user_id AND ${isRunning('acting', now)} AND ${unavailableBecause('p', 'a.binder_id')} IS NULL
      AND s.completed_at IS NULL AND ${isAwaited('s', 'p.id')} AND ${mayAct('s', 'a.user_id')}
    ORDER BY p.name, p.id LIMIT 1
  ) represented ON s.id IS NOT NULL
  LEFT JOIN todos d ON a.kind IN ('todo_assigned', 'todo_due') AND d.binder_id = a.binder_id AND d.id = a.item_id AND d.deleted_at IS NULL
  LEFT JOIN meets e ON a.kind IN ('meet_scheduled', 'meet_starting', 'meet_started', 'meet_missed') AND e.binder_id = a.binder_id
    AND e.id = a.item_id AND e.state <> 'SESSION_DELETED'
  LEFT JOIN page_comments c ON a.kind = 'page_commented' AND c.binder_id = a.binder_id AND c.id = a.item_id AND c.deleted_at IS NULL
  LEFT JOIN LATERAL (
    SELECT p.id AS page_id, coalesce(nullif(p.name, ''), file.name, '') AS page_name, count(*) OVER () AS documents
    FROM unnest(a.page_ids || c.page_id) AS document (page_id) JOIN pages p ON p.binder_id = a.binder_id AND p.id = document.page_id AND p.deleted_at IS NULL
    LEFT JOIN files file ON file.binder_id = p.binder_id AND file.id = p.file_id
    ORDER BY p.id LIMIT 1
  ) shared ON true
  WHERE a.user_id = $1 AND (a.kind IN ('invitation', 'ownership') OR coalesce(m.id, t.id, d.id, e.id, shared.page_id) IS NOT NULL) ${condition}`;

const messages = (condition = '') => `
  SELECT -latest.created_at, 0, 'messages', member.binder_id, b.name, latest.created_at, NULL,
    latest.user_id, latest.id, left(latest.text, ${EXCERPT}), latest.thread_id, false,
    latest.file->>'name', latest.audio IS NOT NULL,
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
  FROM binder_members member
  JOIN binders b ON b.id = member.binder_id AND b.deleted_at IS NULL
  CROSS JOIN LATERAL (SELECT m.* ${unreadMessages} ORDER BY m.id DESC LIMIT 1) latest
  WHERE member.user_id = $1 ${condition}`;

const withCounts = (page: string) => `
  WITH page AS MATERIALIZED (${page})
  SELECT page.*, member.is_muted, CASE page.type WHEN 'messages' THEN (
    SELECT count(*) FROM (SELECT ${unreadMessages} LIMIT ${MAX_COUNT}) counted) WHEN 'page_shared' THEN page.documents END AS count
  FROM page JOIN binder_members member ON member.binder_id = page.binder_id AND member.user_id = $1
  ORDER BY page.key, page.binder_id, page.id`;

const PAGE = withCounts(`
  SELECT n.*, u.name AS user_name FROM (${activities('$6::bigint')} UNION ALL ${messages()}) n JOIN users u ON u.id = n.user_id
  WHERE (n.key, n.binder_id, n.id) > ($2::bigint, $3::text, $4::bigint)
  ORDER BY n.key, n.binder_id, n.id LIMIT $5::bigint`);

const leastUrgent = `n.type NOT IN ('mention', 'approval_waiting')`;

const UNREAD_OF_BINDER = withCounts(`
  SELECT n.*, u.name AS user_name
  FROM (${activities('$3::bigint', 'AND a.binder_id = $2 AND a.read_at IS NULL')} UNION ALL ${messages('AND member.binder_id = $2')}) n
  JOIN users u ON u.id = n.user_id
  WHERE n.read_at IS NULL ORDER BY ${leastUrgent}, n.key, n.id LIMIT ${MAX_UNREAD}`);

const ofMark = (binderId: string) =>
  `LEFT JOIN mail_marks mark ON mark.binder_id = ${binderId} AND mark.user_id = $1`;

const UNMAILED = withCounts(`
  SELECT n.*, u.name AS user_name
  FROM (
    ${activities('$3::bigint', 'AND a.read_at IS NULL AND -a.created_at < -($2::bigint)')}
    UNION ALL ${messages('AND latest.created_at > $2::bigint')}
  ) n
  JOIN users u ON u.id = n.user_id
  ${ofMark('n.binder_id')}
  WHERE n.read_at IS NULL
    AND CASE n.type WHEN 'messages' THEN n.message_id > coalesce(mark.message_id, 0) ELSE n.id > coalesce(mark.activity_id, 0) END
  ORDER BY ${leastUrgent}, n.key, n.binder_id, n.id LIMIT ${MAX_UNMAILED}`);

const UNMAILED_MESSAGES = `
  SELECT new.*, u.name AS user_name, unmailed.count AS unmailed, (SELECT m.created_at ${unreadMessages}
      AND m.id > coalesce(mark.message_id, 0) AND m.created_at > $3::bigint ORDER BY m.id LIMIT 1) AS first_at
  FROM binder_members member
  ${ofMark('member.binder_id')}
  CROSS JOIN LATERAL (
    SELECT count(*) FROM (
      SELECT ${unreadMessages} AND m.id > coalesce(mark.message_id, 0) AND m.created_at > $3::bigint LIMIT ${MAX_COUNT}) counted
  ) unmailed
  CROSS JOIN LATERAL (
    SELECT m.binder_id, m.id, m.user_id, left(m.text, ${EXCERPT}) AS text, m.thread_id, m.thread_only,
      m.file->>'name' AS file_name, m.audio IS NOT NULL AS has_audio ${unreadMessages}
      AND m.id > coalesce(mark.message_id, 0) AND m.created_at > $3::bigint ORDER BY m.id DESC LIMIT ${MAX_MESSAGES}
  ) new
  JOIN users u ON u.id = new.user_id
  WHERE member.user_id = $1 AND member.binder_id = ANY($2::text[])
  ORDER BY new.binder_id, new.id`;

const UNREAD_COUNT = `
  SELECT count(*) FROM (
    SELECT FROM (${activities('$2::bigint', 'AND a.read_at IS NULL')}) n WHERE n.read_at IS NULL AND n.user_id IS NOT NULL LIMIT ${MAX_COUNT}) counted`;

export async function countUnread(db: Database, userId: string, now: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(UNREAD_COUNT, [userId, now]);
  return row?.count ?? 0;
}

export interface UnmailedMessageRow extends Record<string, unknown> {
  binder_id: string;
  id: number;
  user_name: string;
  text: string;
  thread_id: number | null;
  thread_only: boolean;
  file_name: string | null;
  has_audio: boolean;
  unmailed: number;
  first_at: number;
}

export function findUnmailedRows(
  db: Database,
  userId: string,
  since: number,
  now: number,
): Promise<NotificationRow[]> {
  return db.query<NotificationRow>(UNMAILED, [userId, since, now]);
}

export function findUnmailedMessages(
  db: Database,
  userId: string,
  binderIds: readonly string[],
  since: number,
): Promise<UnmailedMessageRow[]> {
  return db.query<UnmailedMessageRow>(UNMAILED_MESSAGES, [userId, binderIds, since]);
}

export function findNotifications(
  db: Database,
  userId: string,
  after: NotificationPosition,
  limit: number,
  now: number,
): Promise<NotificationRow[]> {
  return db.query<NotificationRow>(PAGE, [userId, after.key, after.binderId, after.id, limit, now]);
}

export function findUnreadOfBinder(
  db: Database,
  userId: string,
  binderId: string,
  now: number,
): Promise<NotificationRow[]> {
  return db.query<NotificationRow>(UNREAD_OF_BINDER, [userId, binderId, now]);
}

export async function markNotifications(
  db: Database,
  userId: string,
  ids: readonly number[],
  now: number,
): Promise<void> {
  await db.query(
    'UPDATE activity SET read_at = $3::bigint WHERE id = ANY($2::bigint[]) AND user_id = $1 AND read_at IS NULL',
    [userId, ids, now],
  );
}

export async function markNotificationsUpTo(
  db: Database,
  userId: string,
  upTo: number,
  now: number,
): Promise<void> {
  await db.query(
    'UPDATE activity SET read_at = $3::bigint WHERE user_id = $1 AND created_at <= $2::bigint AND read_at IS NULL',
    [userId, upTo, now],
  );
}

/** @param binderIds null for all binders */
export async function markBinders(
  db: Database,
  userId: string,
  binderIds: readonly string[] | null,
  upTo: number,
): Promise<string[]> {
  const rows = await db.query<{ binder_id: string }>(
    `UPDATE binder_members member SET read_id = latest.id
     FROM binder_members before CROSS JOIN LATERAL (
       SELECT m.id FROM messages m WHERE m.binder_id = before.binder_id AND m.id > before.read_id AND m.created_at <= $3::bigint
       ORDER BY m.id DESC LIMIT 1
     ) latest
     WHERE before.user_id = $1 AND ($2::text[] IS NULL OR before.binder_id = ANY($2))
       AND member.binder_id = before.binder_id AND member.user_id = before.user_id AND latest.id > member.read_id
     RETURNING member.binder_id`,
    [userId, binderIds, upTo],
  );
  return rows.map(({ binder_id }) => binder_id);
}
