import Type, { type Static } from 'typebox';
import { MAX_TIME, Milliseconds, NameText, Text, UserId } from '../scalars.ts';
import { UserReference } from './people.ts';

export const DueDay = Type.String({
  description:
    'The calendar day on which it is due, such as `2026-12-01`. Present if the time of day does not count.',
});

export const Todo = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    description: Type.String(),
    completed: Type.Boolean(),
    completed_time: Type.Optional(Milliseconds),
    due_time: Type.Optional(Milliseconds),
    due_day: Type.Optional(DueDay),
    reminder_time: Type.Optional(Milliseconds),
    assignee: Type.Optional(UserReference),
    creator: UserReference,
    created_time: Milliseconds,
    updated_time: Milliseconds,
  },
  { title: 'Todo' },
);
export type Todo = Static<typeof Todo>;

const Time = Type.Integer({ minimum: 0, maximum: MAX_TIME });

export const TodoInput = Type.Object({
  name: NameText({ minLength: 1, maxLength: 1000 }),
  description: Type.Optional(Text({ maxLength: 65_536 })),
  due_time: Type.Optional(Time),
  due_day: Type.Optional(
    Text({
      maxLength: 10,
      description:
        'A calendar day such as `2026-12-01`, instead of a time. Without `due_time`, sets that to 23:59 UTC. A new `due_time` without it removes the day.',
    }),
  ),
  reminder_time: Type.Optional(Time),
  assignee_id: Type.Optional(UserId),
});
export type TodoInput = Static<typeof TodoInput>;
