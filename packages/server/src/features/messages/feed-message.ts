import { type NewLogEntry, takeIds } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';

/** What a message answers or reports on. */
export type ReplyTarget =
  | { kind: 'transaction' | 'message'; id: number }
  | { kind: 'page'; id: number; position_comment_id?: number }
  | { kind: 'file'; id: string };

/**
 * Writes a message in a transaction under way, for a feature that reports into the chat. The caller has come through
 * the door of the binder, and appends the log entry that is given back.
 */
export async function writeFeedMessage(
  tx: Transaction,
  message: { binderId: string; userId: string; at: number; text: string; replyTo: ReplyTarget },
): Promise<NewLogEntry> {
  const { binderId, userId, at, text, replyTo } = message;
  const id = await takeIds(tx, binderId, 1);
  await tx.query(
    `WITH counted AS (UPDATE binders SET total_messages = total_messages + 1 WHERE id = $1)
     INSERT INTO messages (binder_id, id, user_id, text, reply_to, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6)`,
    [binderId, id, userId, text, JSON.stringify(replyTo), at],
  );
  return { kind: 'message_posted', body: { id, text } };
}
