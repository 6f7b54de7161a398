import type { ReplyTo } from '@ringbinder/protocol';
import type { NewLogEntry } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { insertMessage } from './insert-message.ts';

/**
 * Writes a message in a transaction under way, for a feature that reports into the chat what someone did. The caller
 * holds the lock of `lockBinderFor`, and appends the log entry that is given back. `at` in milliseconds.
 */
export async function writeFeedMessage(
  tx: Transaction,
  message: {
    binderId: string;
    userId: string;
    at: number;
    text: string;
    replyTo?: ReplyTo | undefined;
    /** Whom it is to be brought to the attention of. */
    mentions?: readonly string[];
  },
): Promise<NewLogEntry> {
  const { entry } = await insertMessage(tx, { mentions: [], replyTo: undefined, ...message, isFeed: true });
  return entry;
}
