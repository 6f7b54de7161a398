import Type, { type Static } from 'typebox';
import { Milliseconds } from '../scalars.ts';
import { UserReference } from './people.ts';

const fields = {
  id: Type.String(),
  name: Type.String(),
  created_time: Milliseconds,
  updated_time: Milliseconds,
  member_count: Type.Integer(),
};

export const GroupSummary = Type.Object(fields, { title: 'GroupSummary' });
export type GroupSummary = Static<typeof GroupSummary>;

export const Group = Type.Object(
  { ...fields, members: Type.Array(UserReference, { description: 'By name.' }) },
  { title: 'Group' },
);
export type Group = Static<typeof Group>;
