import type { PageComment } from '@ringbinder/protocol';
import type { PageCommentRow } from './queries.ts';

/** A comment on a page as the contract shows it. */
export function presentComment(row: PageCommentRow): PageComment {
  const { id, text, x, y } = row;
  return {
    id,
    text,
    created_time: row.created_at,
    updated_time: row.updated_at,
    ...(x !== null && y !== null ? { is_position_comment: true as const, x, y } : {}),
    user: { id: row.user_id, name: row.user_name },
  };
}
