import type { ReplyTo } from '@ringbinder/protocol';
import type { NewLogEntry } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { insertMessage } from './insert-message.ts';

/** The caller must hold the lock of `lockBinderFor`, and must append the returned entry to the log. */
export async function writeFeedMessage(
  tx: Transaction,
  message: {
    binderId: string;
    userId: string;
    at: number;
    text: string;
    replyTo?: ReplyTo | undefined;
    mentions?: readonly string[];
  },
): Promise<NewLogEntry> {
  const { entry } = await insertMessage(tx, { mentions: [], replyTo: undefined, ...message, isFeed: true });
  return entry;
}
