import { BinderId, NumericId, PageComment, PageCommentChange, PageCommentInput } from '@ringbinder/protocol';
import Type from 'typebox';
import { AsOf, Cursor, Limit, NextCursor, operation } from '../../http/index.ts';

const tag = 'Page comments';
const PageParams = Type.Object({ binder_id: BinderId, page_id: NumericId });

export const createPageComment = operation(tag, 'createPageComment', {
  summary: 'Comment on a page, or on a place on it',
  description:
    'Needs write access. `reply_to` adds the comment to the thread of another one (404: no such comment on the page). For a comment on a place, send `is_position_comment: true`, `x` and `y`. If you send `mentions`, the server posts a chat message that mentions these people. 412: a person in `mentions` is not a member.',
  params: PageParams,
  body: PageCommentInput,
  data: Type.Object({ comment_id: Type.Integer() }),
});

export const listPageComments = operation(tag, 'listPageComments', {
  summary: 'List the comments on a page, the oldest first',
  description: 'Allowed for members of the binder.',
  params: PageParams,
  querystring: Type.Object({
    filter: Type.Optional(
      Type.Enum(['all', 'common_comment', 'position_comment'], {
        description:
          'Returns all comments, only those on the whole page, or only those on a place. Default: `all`.',
      }),
    ),
    limit: Limit,
    cursor: Cursor,
    as_of: AsOf,
  }),
  data: Type.Object({ comments: Type.Array(PageComment), next_cursor: NextCursor }),
});

const CommentParams = Type.Object({ binder_id: BinderId, page_id: NumericId, comment_id: NumericId });

export const updatePageComment = operation(tag, 'updatePageComment', {
  summary: 'Change the text of one of the caller’s comments, or resolve a thread',
  description:
    'Only the author may change the text. Everyone with write access may resolve or reopen the thread with `is_resolved`. If you send `mentions`, the server posts a chat message that mentions these people. 412: a person in `mentions` is not a member.',
  params: CommentParams,
  body: PageCommentChange,
  data: Type.Object({ comment_id: Type.Integer(), updated_time: Type.Integer() }),
});

export const deletePageComment = operation(tag, 'deletePageComment', {
  summary: 'Delete a comment on a page',
  description: 'Allowed for the author of the comment and the owner of the binder.',
  params: CommentParams,
});
