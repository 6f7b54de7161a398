import Type, { type Static } from 'typebox';
import { Milliseconds, Text, UserId } from '../scalars.ts';
import { UserReference } from './people.ts';

export const PageComment = Type.Object(
  {
    id: Type.Integer(),
    text: Type.String(),
    created_time: Milliseconds,
    updated_time: Milliseconds,
    is_position_comment: Type.Optional(
      Type.Literal(true, { description: 'Only comments at a position have this field, `x` and `y`.' }),
    ),
    x: Type.Optional(Type.Number()),
    y: Type.Optional(Type.Number()),
    reply_to: Type.Optional(
      Type.Integer({ description: 'The id of the comment that began the thread, also after its deletion.' }),
    ),
    resolved_time: Type.Optional(Milliseconds),
    user: UserReference,
  },
  { title: 'PageComment' },
);
export type PageComment = Static<typeof PageComment>;

/** In page units. The bounds exceed any page. */
const Coordinate = Type.Number({ minimum: -1_000_000, maximum: 1_000_000 });

export const PageCommentInput = Type.Object({
  text: Text({ minLength: 1, maxLength: 65_536 }),
  is_position_comment: Type.Optional(Type.Boolean({ description: 'Default false.' })),
  x: Type.Optional(Coordinate),
  y: Type.Optional(Coordinate),
  reply_to: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'The id of a comment on the same page. The new comment joins its thread, at its position if it has one.',
    }),
  ),
  mentions: Type.Optional(
    Type.Array(UserId, {
      maxItems: 50,
      uniqueItems: true,
      description:
        'Ids of members whom the comment mentions. The server posts a message in the chat that mentions them and replies to the page.',
    }),
  ),
});
export const PageCommentChange = Type.Object({
  text: Type.Optional(PageCommentInput.properties.text),
  mentions: PageCommentInput.properties.mentions,
  is_resolved: Type.Optional(
    Type.Boolean({ description: 'Resolves or reopens the thread of the comment: all its comments.' }),
  ),
});
export type PageCommentChange = Static<typeof PageCommentChange>;

export type PageCommentInput = Static<typeof PageCommentInput>;
