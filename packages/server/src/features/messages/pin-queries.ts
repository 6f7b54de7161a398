import type { Message } from '@ringbinder/protocol';
import type { Environment } from '../../environment/environment.ts';
import { archiveRowVersions } from '../../log/index.ts';
import { type Database, first, type Transaction } from '../../storage/database.ts';
import { presentMessage } from './present.ts';
import { BYTES, MAX_BYTES, messageColumns, type SingleMessageRow } from './queries.ts';

export const MAX_PINNED = 100;

export interface PinRow extends Record<string, unknown> {
  seq: number;
  is_pinned: boolean;
}

export function findPin(tx: Transaction, binderId: string, messageId: number): Promise<PinRow | undefined> {
  return first<PinRow>(
    tx,
    `SELECT b.seq, m.pinned_at IS NOT NULL AS is_pinned FROM messages m JOIN binders b ON b.id = m.binder_id
     WHERE m.binder_id = $1 AND m.id = $2 AND m.deleted_at IS NULL`,
    [binderId, messageId],
  );
}

export async function pinMessage(
  tx: Transaction,
  pin: { binderId: string; messageId: number; userId: string; at: number },
): Promise<number> {
  const { binderId, messageId, userId, at } = pin;
  await tx.query(
    `WITH kept AS (${archiveRowVersions('messages', 'ARRAY[$2::text]')})
     UPDATE messages SET pinned_at = $3, pinned_by = $4 WHERE binder_id = $1 AND id = $2::text::bigint`,
    [binderId, messageId, at, userId],
  );
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*) AS count FROM messages WHERE binder_id = $1 AND pinned_at IS NOT NULL',
    [binderId],
  );
  return row?.count ?? 0;
}

export async function unpinMessage(tx: Transaction, binderId: string, messageId: number): Promise<void> {
  await tx.query(
    `WITH kept AS (${archiveRowVersions('messages', 'ARRAY[$2::text]')})
     UPDATE messages SET pinned_at = NULL, pinned_by = NULL WHERE binder_id = $1 AND id = $2::text::bigint`,
    [binderId, messageId],
  );
}

/** Returns fewer messages if they exceed `MAX_BYTES` together. */
export async function readPinnedMessages(
  env: Environment,
  db: Database,
  binderId: string,
): Promise<Message[]> {
  const rows = await db.query<SingleMessageRow>(
    `SELECT m.id, ${messageColumns} FROM (
       SELECT *, sum(${BYTES}) OVER (ORDER BY pinned_at DESC, id DESC) AS bytes
       FROM messages WHERE binder_id = $1 AND pinned_at IS NOT NULL
     ) m WHERE m.bytes <= ${MAX_BYTES} ORDER BY m.pinned_at DESC, m.id DESC LIMIT ${MAX_PINNED}`,
    [binderId],
  );
  return rows.map((row) => presentMessage(env, binderId, row));
}
