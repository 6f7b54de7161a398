import type { MessageFile } from '@ringbinder/protocol';
import { first, type Transaction } from '../../../storage/database.ts';
import type { StoredAudio } from '../../message-rows/index.ts';

export interface OriginalRow extends Record<string, unknown> {
  text: string;
  richtext: string | null;
  html: string | null;
  file: MessageFile | null;
  audio: StoredAudio | null;
  is_feed: boolean;
  author_id: string;
  written_at: number;
}

/** Author and time are those of the original, even if the message is itself forwarded. */
export function findOriginal(
  tx: Transaction,
  binderId: string,
  messageId: number,
): Promise<OriginalRow | undefined> {
  return first<OriginalRow>(
    tx,
    `SELECT text, richtext, html, file, audio, is_feed, coalesce(forwarded_from, user_id) AS author_id,
       coalesce(forwarded_at, created_at) AS written_at
     FROM messages WHERE binder_id = $1 AND id = $2::bigint AND deleted_at IS NULL`,
    [binderId, messageId],
  );
}
