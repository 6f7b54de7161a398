import type { EventComment, ReplyTo } from '@ringbinder/protocol';
import type { Transaction } from '../../../storage/database.ts';
import type { EntryRow } from './queries.ts';

/** Finds the comment that a message of a binder answers. */
export type RepliedTo = (binderId: string, target: ReplyTo) => EventComment | undefined;

/** Looks up the comments that messages among the entries answer: messages of the chat, and position comments on pages. */
export async function findRepliedTo(tx: Transaction, entries: readonly EntryRow[]): Promise<RepliedTo> {
  const asked = entries.flatMap(({ kind, binder_id, body }) => {
    const id = kind === 'message_posted' ? commentOf(body.reply_to as ReplyTo | undefined) : undefined;
    return id === undefined ? [] : [{ binder_id, id }];
  });
  if (asked.length === 0) return () => undefined;
  const rows = await tx.query<{ binder_id: string; id: number; text: string; on_page: boolean }>(
    `SELECT c.binder_id, c.id, c.text, c.on_page FROM unnest($1::text[], $2::bigint[]) AS asked (binder_id, id)
     JOIN (
       SELECT binder_id, id, text, false AS on_page FROM messages WHERE deleted_at IS NULL
       UNION ALL SELECT binder_id, id, text, true FROM page_comments WHERE deleted_at IS NULL
     ) c USING (binder_id, id)`,
    [asked.map(({ binder_id }) => binder_id), asked.map(({ id }) => id)],
  );
  const comments = new Map(
    rows.map(({ binder_id, id, text, on_page }): [string, EventComment] => [
      `${binder_id} ${id}`,
      { id: String(id), text, audio: null, ...(on_page ? { is_position_comment: true } : {}) },
    ]),
  );
  return (binderId, target) => comments.get(`${binderId} ${commentOf(target)}`);
}

function commentOf(target: ReplyTo | undefined): number | undefined {
  return target?.binder?.comment_id ?? target?.page?.position_comment_id;
}
