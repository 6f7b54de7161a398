import Type, { type Static } from 'typebox';
import { Milliseconds } from '../scalars.ts';
import { UserReference } from './people.ts';

/** From `starts` to `ends`, `to` may press buttons in the steps of `user`. */
export const Delegation = Type.Object(
  {
    id: Type.Integer(),
    user: UserReference,
    to: UserReference,
    starts: Type.Integer({ description: 'The first millisecond, since 1970-01-01 UTC.' }),
    ends: Type.Integer({ description: 'The first millisecond after it.' }),
    created_time: Milliseconds,
    created_by: Type.Object(UserReference.properties, { description: 'The person or an admin.' }),
  },
  { title: 'Delegation' },
);
export type Delegation = Static<typeof Delegation>;
