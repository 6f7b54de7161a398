import { archiveRowVersions } from '../../../log/index.ts';
import { type Database, first, type Transaction } from '../../../storage/database.ts';

export interface ReactionsRow extends Record<string, unknown> {
  seq: number;
  kinds: number;
  is_known: boolean;
  is_own: boolean;
}

export interface ReactionKey {
  binderId: string;
  messageId: number;
  emoji: string;
  userId: string;
}

export function findReactions(
  tx: Transaction,
  { binderId, messageId, emoji, userId }: ReactionKey,
): Promise<ReactionsRow | undefined> {
  return first<ReactionsRow>(
    tx,
    `SELECT b.seq, count(DISTINCT r.emoji) AS kinds, coalesce(bool_or(r.emoji = $3), false) AS is_known,
       coalesce(bool_or(r.emoji = $3 AND r.user_id = $4), false) AS is_own
     FROM messages m JOIN binders b ON b.id = m.binder_id
     LEFT JOIN message_reactions r ON r.binder_id = m.binder_id AND r.message_id = m.id
     WHERE m.binder_id = $1 AND m.id = $2 AND m.deleted_at IS NULL GROUP BY b.seq`,
    [binderId, messageId, emoji, userId],
  );
}

export async function insertReaction(tx: Transaction, key: ReactionKey, at: number): Promise<void> {
  const { binderId, messageId, emoji, userId } = key;
  await tx.query(
    'INSERT INTO message_reactions (binder_id, message_id, emoji, user_id, created_at) VALUES ($1, $2, $3, $4, $5)',
    [binderId, messageId, emoji, userId, at],
  );
  await tx.query(SHOW_REACTIONS, [binderId, messageId]);
}

export async function deleteReaction(tx: Transaction, key: ReactionKey): Promise<void> {
  const { binderId, messageId, emoji, userId } = key;
  await tx.query(
    'DELETE FROM message_reactions WHERE binder_id = $1 AND message_id = $2 AND emoji = $3 AND user_id = $4',
    [binderId, messageId, emoji, userId],
  );
  await tx.query(SHOW_REACTIONS, [binderId, messageId]);
}

const MAX_USERS = 100;

// Reactions change only under the binder's lock, so the counts are exact.
const SHOW_REACTIONS = `WITH kept AS (${archiveRowVersions('messages', 'ARRAY[$2::text]')})
  UPDATE messages SET reactions = (
    SELECT jsonb_agg(jsonb_build_object('emoji', emoji, 'count', count, 'users', users) ORDER BY first, emoji)
    FROM (
      SELECT emoji, count(*) AS count, min(created_at) AS first,
        (array_agg(user_id ORDER BY created_at, user_id))[:${MAX_USERS}] AS users
      FROM message_reactions WHERE binder_id = $1 AND message_id = $2::text::bigint GROUP BY emoji
    ) kinds
  ) WHERE binder_id = $1 AND id = $2::text::bigint`;

export interface ReactionRow extends Record<string, unknown> {
  emoji: string;
  user_id: string;
  user_name: string;
  created_at: number;
}

export type ReactionPlace = [createdAt: number, emoji: string, userId: string];

export async function listReactions(
  db: Database,
  {
    binderId,
    messageId,
    after,
    limit,
  }: {
    binderId: string;
    messageId: number;
    after: ReactionPlace;
    limit: number;
  },
): Promise<ReactionRow[] | undefined> {
  const rows = await db.query<{ [K in keyof ReactionRow]: ReactionRow[K] | null }>(
    `SELECT r.emoji, r.user_id, r.created_at, (SELECT name FROM users WHERE id = r.user_id) AS user_name
     FROM messages m LEFT JOIN LATERAL (
       SELECT * FROM message_reactions WHERE binder_id = $1 AND message_id = m.id
         AND (created_at, emoji, user_id) > ($3, $4, $5)
       ORDER BY created_at, emoji, user_id LIMIT $6
     ) r ON true WHERE m.binder_id = $1 AND m.id = $2 AND m.deleted_at IS NULL
     ORDER BY r.created_at, r.emoji, r.user_id`,
    [binderId, messageId, ...after, limit],
  );
  if (rows.length === 0) return undefined;
  return rows.filter((row): row is ReactionRow => row.emoji !== null);
}
