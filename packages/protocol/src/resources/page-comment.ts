import Type, { type Static } from 'typebox';
import { Milliseconds } from '../scalars.ts';
import { UserReference } from './people.ts';

/** A comment on a page. Position comments have a place; the three fields are missing on others. */
export const PageComment = Type.Object(
  {
    id: Type.Integer(),
    text: Type.String(),
    created_time: Milliseconds,
    updated_time: Milliseconds,
    is_position_comment: Type.Optional(Type.Literal(true)),
    x: Type.Optional(Type.Number()),
    y: Type.Optional(Type.Number()),
    user: UserReference,
  },
  { title: 'PageComment' },
);
export type PageComment = Static<typeof PageComment>;
