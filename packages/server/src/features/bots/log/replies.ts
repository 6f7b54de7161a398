import type { EventComment, ReplyTo } from '@ringbinder/protocol';
import type { Environment } from '../../../environment/environment.ts';
import type { Transaction } from '../../../storage/database.ts';
import { audioPath } from '../../messages/index.ts';
import type { EntryRow } from './queries.ts';

interface CommentRow extends Record<string, unknown> {
  binder_id: string;
  id: number;
  text: string;
  richtext: string | null;
  has_audio: boolean;
  on_page: boolean;
}

export type RepliedTo = (binderId: string, target: ReplyTo) => EventComment | undefined;

export async function findRepliedTo(
  env: Pick<Environment, 'basePath'>,
  tx: Transaction,
  entries: readonly EntryRow[],
): Promise<RepliedTo> {
  const references = entries.flatMap(({ kind, binder_id, body }) => {
    const id = referencedCommentId(kind, body);
    return id === undefined ? [] : [{ binder_id, id }];
  });
  if (references.length === 0) return () => undefined;
  const rows = await tx.query<CommentRow>(
    `SELECT c.* FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::bigint[]) AS asked (binder_id, id)) asked
     JOIN (
       SELECT binder_id, id, text, richtext, audio IS NOT NULL AS has_audio, false AS on_page
       FROM messages WHERE deleted_at IS NULL
       UNION ALL SELECT binder_id, id, text, NULL, false, true FROM page_comments WHERE deleted_at IS NULL
     ) c USING (binder_id, id)`,
    [references.map(({ binder_id }) => binder_id), references.map(({ id }) => id)],
  );
  const comments = new Map(rows.map((row) => [`${row.binder_id} ${row.id}`, commentOfRow(env, row)]));
  return (binderId, target) => comments.get(`${binderId} ${commentIdOf(target)}`);
}

function commentOfRow(env: Pick<Environment, 'basePath'>, row: CommentRow): EventComment {
  const { binder_id, id, text, richtext, has_audio, on_page } = row;
  return {
    id: String(id),
    text,
    audio: has_audio ? audioPath(env, binder_id, id) : null,
    ...(richtext === null ? {} : { richtext }),
    ...(on_page ? { is_position_comment: true } : {}),
  };
}

function referencedCommentId(kind: string, body: EntryRow['body']): number | undefined {
  if (kind === 'button_tapped') return body.message_id as number;
  return kind === 'message_posted' ? commentIdOf(body.reply_to as ReplyTo | undefined) : undefined;
}

function commentIdOf(target: ReplyTo | undefined): number | undefined {
  return target?.binder?.comment_id ?? target?.page?.position_comment_id;
}
