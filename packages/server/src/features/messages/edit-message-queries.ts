import { archiveRowVersions } from '../../log/index.ts';
import { first, type Transaction } from '../../storage/database.ts';
import type { Composed } from './richtext/compose.ts';

export interface OwnMessageRow extends Record<string, unknown> {
  user_id: string;
  thread_id: number | null;
  is_feed: boolean;
  is_forwarded: boolean;
  mentions: string[];
  mention_all: boolean | null;
}

export function findMessageToChange(
  tx: Transaction,
  binderId: string,
  messageId: number,
): Promise<OwnMessageRow | undefined> {
  return first<OwnMessageRow>(
    tx,
    'SELECT user_id, thread_id, is_feed, forwarded_from IS NOT NULL AS is_forwarded, mentions, mention_all FROM messages WHERE binder_id = $1 AND id = $2 AND deleted_at IS NULL',
    [binderId, messageId],
  );
}

/** Returns the time of the edit: `at`, or the binder's latest time if that is later. */
export async function updateMessage(
  tx: Transaction,
  message: {
    binderId: string;
    id: number;
    mentions: readonly string[];
    mentionAll: boolean;
    link: string | undefined;
    at: number;
  } & Pick<Composed, 'text' | 'richtext' | 'html'>,
): Promise<number> {
  const { binderId, id, text, richtext, html, mentions, mentionAll, link, at } = message;
  const [row] = await tx.query<{ at: number }>(
    `WITH kept AS (${archiveRowVersions('messages', 'ARRAY[$2::text]')}), changed AS (
       UPDATE binders SET updated_at = greatest(updated_at, $5) WHERE id = $1 RETURNING updated_at
     )
     UPDATE messages m SET text = $3, mentions = $4, richtext = $6, html = $7, mention_all = $8::boolean,
       preview = CASE WHEN m.preview->>'url' = $9::text THEN m.preview END, updated_at = changed.updated_at
     FROM changed WHERE m.binder_id = $1 AND m.id = $2::text::bigint RETURNING m.updated_at AS at`,
    [binderId, id, text, mentions, at, richtext, html, mentionAll || null, link ?? null],
  );
  return row?.at ?? at;
}

export async function markMessageDeleted(
  tx: Transaction,
  binderId: string,
  messageId: number,
  at: number,
): Promise<void> {
  await tx.query(
    `WITH counted AS (UPDATE binders SET total_messages = total_messages - 1 WHERE id = $1),
       forgotten AS (DELETE FROM versions WHERE binder_id = $1 AND entity = 'messages' AND id = $2::text),
       unsaved AS (DELETE FROM saved_messages WHERE binder_id = $1 AND message_id = $2::text::bigint)
     UPDATE messages SET deleted_at = $3, updated_at = $3, pinned_at = NULL, pinned_by = NULL
     WHERE binder_id = $1 AND id = $2::text::bigint`,
    [binderId, messageId, at],
  );
}
