import Type, { type Static } from 'typebox';
import { Milliseconds } from '../scalars.ts';
import { UserReference } from './people.ts';

/** A to-do of a binder. */
export const Todo = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    description: Type.String(),
    completed: Type.Boolean(),
    completed_time: Type.Optional(Milliseconds),
    due_time: Type.Optional(Milliseconds),
    reminder_time: Type.Optional(Milliseconds),
    assignee: Type.Optional(UserReference),
    creator: UserReference,
    created_time: Milliseconds,
    updated_time: Milliseconds,
  },
  { title: 'Todo' },
);
export type Todo = Static<typeof Todo>;
