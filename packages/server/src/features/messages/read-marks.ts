import {
  type Actor,
  accessBinder,
  binderMembership,
  type MembershipRow,
  requireRole,
} from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { referenceNotFound } from '../../errors.ts';
import { readTopic, userTopic } from '../../log/index.ts';
import type { Database, Transaction } from '../../storage/database.ts';

/** Throws `notFound` for a message that never existed, but accepts a deleted message. */
export async function markRead(
  { bus, clock }: Pick<Environment, 'bus' | 'clock'>,
  tx: Transaction,
  actor: Actor,
  binderId: string,
  messageId: number | undefined,
): Promise<number> {
  const [from, to] = messageId === undefined ? [0, Number.MAX_SAFE_INTEGER] : [messageId, messageId];
  const [row] = await tx.query<MarkRow>(MARK_READ, [binderId, actor.userId, from, to, clock.now()]);
  requireRole(row, binderId, 'read');
  if (messageId !== undefined && row?.message_id !== messageId)
    throw referenceNotFound('message_id', `names no message of the binder: ${messageId}`);
  wakeReaders(bus, tx, actor, binderId);
  return row?.read_id ?? 0;
}

/**
 * Marks a message and all later ones as unread. Returns the new mark. Throws `notFound` for a message that
 * never existed.
 */
export async function markUnread(
  { bus }: Pick<Environment, 'bus'>,
  tx: Transaction,
  actor: Actor,
  binderId: string,
  messageId: number,
): Promise<number> {
  const [row] = await tx.query<MarkRow>(MARK_UNREAD, [binderId, actor.userId, messageId]);
  requireRole(row, binderId, 'read');
  if (row?.message_id !== messageId)
    throw referenceNotFound('unread_from', `names no message of the binder: ${messageId}`);
  wakeReaders(bus, tx, actor, binderId);
  return row.read_id ?? 0;
}

function wakeReaders(bus: Environment['bus'], tx: Transaction, { userId }: Actor, binderId: string): void {
  tx.afterCommit(() => {
    bus.wake(userTopic(userId));
    bus.wake(readTopic(binderId, userId));
  });
}

interface MarkRow extends MembershipRow {
  message_id: number | null;
  read_id: number | null;
}

const MARK_READ = `WITH ${binderMembership}, marked_message AS (
    SELECT id, created_at FROM messages WHERE binder_id = $1 AND id BETWEEN $3 AND $4 AND (deleted_at IS NULL OR $3 = $4)
    ORDER BY id DESC LIMIT 1
  ), marked AS (
    UPDATE binder_members m SET read_id = greatest(m.read_id, marked_message.id) FROM membership, marked_message
    WHERE m.binder_id = membership.id AND m.user_id = $2 RETURNING m.read_id
  ), noticed AS (
    UPDATE activity a SET read_at = $5::bigint FROM marked_message, membership
    WHERE a.user_id = $2 AND a.binder_id = membership.id AND a.read_at IS NULL AND a.created_at <= marked_message.created_at
      AND (a.message_id IS NULL OR EXISTS (
        SELECT FROM messages m WHERE m.binder_id = $1 AND m.id = a.message_id AND m.id <= marked_message.id AND NOT m.thread_only))
  )
  SELECT membership.role AS member_role, marked_message.id AS message_id, coalesce(marked.read_id, m.read_id) AS read_id
  FROM membership LEFT JOIN marked_message ON true LEFT JOIN marked ON true
  LEFT JOIN binder_members m ON m.binder_id = membership.id AND m.user_id = $2`;

const MARK_UNREAD = `WITH ${binderMembership}, marked_message AS (
    SELECT id FROM messages WHERE binder_id = $1 AND id = $3
  ), marked AS (
    UPDATE binder_members m SET read_id = least(m.read_id, marked_message.id - 1) FROM membership, marked_message
    WHERE m.binder_id = membership.id AND m.user_id = $2 RETURNING m.read_id
  )
  SELECT membership.role AS member_role, marked_message.id AS message_id, marked.read_id
  FROM membership LEFT JOIN marked_message ON true LEFT JOIN marked ON true`;

export interface ReadMarkRow extends Record<string, unknown> {
  user_id: string;
  user_name: string;
  read_id: number;
}

/** Omits former members. */
export async function findReadMarks(
  db: Database,
  readers: readonly { binderId: string; userId: string }[],
): Promise<(ReadMarkRow & { binder_id: string })[]> {
  return db.query<ReadMarkRow & { binder_id: string }>(
    `SELECT m.binder_id, m.user_id, u.name AS user_name, m.read_id
     FROM unnest($1::text[], $2::text[]) AS wanted (binder_id, user_id)
     JOIN binder_members m USING (binder_id, user_id) JOIN users u ON u.id = m.user_id`,
    [readers.map(({ binderId }) => binderId), readers.map(({ userId }) => userId)],
  );
}

export async function listReadMarks(
  env: Environment,
  actor: Actor,
  range: { binderId: string; after: string; limit: number },
): Promise<ReadMarkRow[]> {
  const { binderId, after, limit } = range;
  await accessBinder(env.db, actor, binderId, 'read');
  return env.db.query<ReadMarkRow>(
    `SELECT m.user_id, u.name AS user_name, m.read_id FROM binder_members m JOIN users u ON u.id = m.user_id
     WHERE m.binder_id = $1 AND m.user_id > $2 ORDER BY m.user_id LIMIT $3`,
    [binderId, after, limit],
  );
}
