import { PageComment, PageCommentInput } from '@ringbinder/protocol';
import Type from 'typebox';
import { person, resource } from '../../resource/resource.ts';

export const pageCommentResource = resource({
  table: 'page_comments',
  wire: PageComment,
  input: Type.Omit(PageCommentInput, ['is_position_comment', 'mentions']),
  serverColumns: ['page_id', 'user_id'],
  rowColumns: Type.Object({ page_id: Type.Integer() }),
  joins: 'JOIN users author ON author.id = page_comments.user_id',
  select: {
    is_position_comment: 'nullif(page_comments.x IS NOT NULL, false)',
    user: person('author'),
  },
  longText: 'text',
});
export type PageCommentRow = Parameters<typeof pageCommentResource.present>[0];
