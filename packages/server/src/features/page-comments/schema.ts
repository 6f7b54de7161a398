import { BinderId, NumericId, PageComment, Text } from '@ringbinder/protocol';
import Type from 'typebox';
import { AsOf, Cursor, Limit, NextCursor, operation } from '../../http/index.ts';

const tag = 'Page comments';
const PageParams = Type.Object({ binder_id: BinderId, page_id: NumericId });

/** A place on a page, in the units of its width and height. Far outside of any page there is no place. */
const Coordinate = Type.Number({ minimum: -1_000_000, maximum: 1_000_000 });

export const createPageComment = operation({
  id: 'createPageComment',
  summary: 'Comment on a page, or on a place of it',
  tag,
  params: PageParams,
  body: Type.Object({
    text: Text({ minLength: 1, maxLength: 65_536 }),
    is_position_comment: Type.Optional(Type.Boolean({ description: 'Default false.' })),
    x: Type.Optional(Coordinate),
    y: Type.Optional(Coordinate),
  }),
  data: Type.Object({ comment_id: Type.Integer() }),
});

export const listPageComments = operation({
  id: 'listPageComments',
  summary: 'List the comments on a page, the oldest first',
  tag,
  params: PageParams,
  querystring: Type.Object({
    filter: Type.Optional(
      Type.Enum(['all', 'common_comment', 'position_comment'], { description: 'Default all.' }),
    ),
    limit: Limit,
    cursor: Cursor,
    as_of: AsOf,
  }),
  data: Type.Object({ comments: Type.Array(PageComment), next_cursor: NextCursor }),
});

export const deletePageComment = operation({
  id: 'deletePageComment',
  summary: 'Delete a comment of one’s own, or any as the binder’s owner',
  tag,
  params: Type.Object({ binder_id: BinderId, page_id: NumericId, comment_id: NumericId }),
});
