import { binderMembership, type MembershipRow } from '../../../access/index.ts';
import { type Database, first } from '../../../storage/database.ts';

const MAX_UNREAD = 1_000;
const MAX_FOLLOWERS = 100;

/** `$1` is the binder, and `$3` the message. A deleted message has a thread as long as it has replies. */
const thread = `thread AS (
  SELECT coalesce(m.thread_id, m.id) AS id FROM messages m
  WHERE m.binder_id = $1 AND m.id = $3::bigint AND (m.deleted_at IS NULL OR EXISTS (
    SELECT FROM messages r WHERE r.binder_id = $1 AND r.thread_id = m.id AND r.deleted_at IS NULL)))`;

export interface ThreadMember {
  binderId: string;
  userId: string;
  messageId: number;
}

export interface ThreadRow extends MembershipRow {
  thread_id: number | null;
}

export function setFollowing(
  db: Database,
  { binderId, userId, messageId }: ThreadMember,
  isFollowing: boolean,
): Promise<ThreadRow | undefined> {
  return first<ThreadRow & Record<string, unknown>>(
    db,
    `WITH ${binderMembership}, ${thread}, changed AS (
       INSERT INTO thread_followers AS f (binder_id, thread_id, user_id, is_following, read_id)
       SELECT $1, thread.id, $2, $4::boolean, coalesce(
         (SELECT max(id) FROM messages WHERE binder_id = $1 AND thread_id = thread.id), 0)
       FROM membership, thread WHERE membership.role IS NOT NULL
       ON CONFLICT (binder_id, thread_id, user_id) DO UPDATE SET is_following = excluded.is_following, read_id =
         CASE WHEN excluded.is_following AND NOT f.is_following THEN greatest(f.read_id, excluded.read_id) ELSE f.read_id END
     )
     SELECT membership.role AS member_role, thread.id AS thread_id FROM membership LEFT JOIN thread ON true`,
    [binderId, userId, messageId, isFollowing],
  );
}

export interface ThreadMarkRow extends ThreadRow {
  /** Null if the reply is not in the thread. */
  reply_id: number | null;
  /** 0 if the person has never followed the thread. */
  read_id: number;
}

export function markThreadRead(
  db: Database,
  { binderId, userId, messageId }: ThreadMember,
  [from, to]: readonly [number, number],
): Promise<ThreadMarkRow | undefined> {
  return first<ThreadMarkRow & Record<string, unknown>>(
    db,
    `WITH ${binderMembership}, ${thread}, reply AS (
       SELECT r.id FROM messages r, thread
       WHERE r.binder_id = $1 AND r.thread_id = thread.id AND r.id BETWEEN $4::bigint AND $5::bigint
       ORDER BY r.id DESC LIMIT 1
     ), marked AS (
       UPDATE thread_followers f SET read_id = greatest(f.read_id, reply.id) FROM membership, thread, reply
       WHERE membership.role IS NOT NULL AND f.binder_id = $1 AND f.thread_id = thread.id AND f.user_id = $2
       RETURNING f.read_id
     )
     SELECT membership.role AS member_role, thread.id AS thread_id, reply.id AS reply_id, coalesce(marked.read_id, f.read_id, 0) AS read_id
     FROM membership LEFT JOIN thread ON true LEFT JOIN reply ON true LEFT JOIN marked ON true
     LEFT JOIN thread_followers f ON f.binder_id = $1 AND f.thread_id = thread.id AND f.user_id = $2`,
    [binderId, userId, messageId, from, to],
  );
}

export interface ThreadStateRow extends Record<string, unknown> {
  thread_id: number;
  is_following: boolean;
  read_id: number;
  unread: number;
  followers: { id: string; name: string }[];
}

const unreadReplies = `SELECT FROM messages r WHERE r.binder_id = f.binder_id AND r.thread_id = f.thread_id
  AND r.id > f.read_id AND r.user_id <> f.user_id AND r.deleted_at IS NULL`;
const unreadCount = `(SELECT count(*) FROM (${unreadReplies} LIMIT ${MAX_UNREAD}) unread_replies)`;

export function findThread(
  db: Database,
  { binderId, userId, messageId }: ThreadMember,
): Promise<ThreadStateRow | undefined> {
  return first<ThreadStateRow>(
    db,
    `WITH ${thread}
     SELECT thread.id AS thread_id, coalesce(own.is_following, false) AS is_following, coalesce(own.read_id, 0) AS read_id,
       coalesce(own.unread, 0) AS unread, coalesce(others.followers, '[]') AS followers
     FROM thread
     LEFT JOIN LATERAL (
       SELECT f.is_following, f.read_id, CASE WHEN f.is_following THEN ${unreadCount} END AS unread
       FROM thread_followers f WHERE f.binder_id = $1 AND f.thread_id = thread.id AND f.user_id = $2
     ) own ON true
     CROSS JOIN LATERAL (
       SELECT jsonb_agg(jsonb_build_object('id', id, 'name', name) ORDER BY name, id) AS followers FROM (
         SELECT u.id, u.name FROM thread_followers f
         JOIN binder_members m ON m.binder_id = f.binder_id AND m.user_id = f.user_id
         JOIN users u ON u.id = f.user_id
         WHERE f.binder_id = $1 AND f.thread_id = thread.id AND f.is_following
         ORDER BY u.name, u.id LIMIT ${MAX_FOLLOWERS}
       ) follower
     ) others`,
    [binderId, userId, messageId],
  );
}

export interface UnreadThreadRow extends Record<string, unknown> {
  thread_id: number;
  read_id: number;
  unread: number;
}

export function findUnreadThreads(
  db: Database,
  { binderId, userId, before, limit }: { binderId: string; userId: string; before: number; limit: number },
): Promise<UnreadThreadRow[]> {
  return db.query<UnreadThreadRow>(
    `SELECT f.thread_id, f.read_id, ${unreadCount} AS unread FROM thread_followers f
     WHERE f.user_id = $1 AND f.binder_id = $2 AND f.is_following AND f.thread_id < $3::bigint AND EXISTS (${unreadReplies})
     ORDER BY f.thread_id DESC LIMIT $4::bigint`,
    [userId, binderId, before, limit],
  );
}
