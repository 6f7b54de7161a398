import type { Message } from '@ringbinder/protocol';
import type { Environment } from '../../environment.ts';
import type { Database } from '../../storage/database.ts';
import { presentMessage } from './present.ts';
import { BYTES, MAX_BYTES, messageColumns, type SingleMessageRow } from './queries.ts';

/** Messages of a binder that are pinned at the same time. */
export const MAX_PINNED = 100;

/**
 * The pinned messages of a binder, the last pinned first: all, or when they are very long those that one list may have.
 * Whoever calls it has checked the reader's access.
 */
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
