import Type, { type Static } from 'typebox';
import { MAX_TIME, Milliseconds, NameText, Text, UserId } from '../scalars.ts';
import { UserReference } from './people.ts';

export const DueDay = Type.String({
  description:
    'The calendar day of the due date, such as `2026-12-01`. Present if the due date is a day, not a time of day.',
});

/** Description of `due_day` in requests. */
export const DUE_DAY =
  'The calendar day of the due date, such as `2026-12-01`. Send it if the due date is not a time of day. If you send it without `due_time`, the server sets `due_time` to 23:59 UTC of this day. If you change `due_time` without sending `due_day`, the server removes the day.';

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
    message_id: Type.Optional(
      Type.Integer({ description: 'The message that the to-do was created from. It may be deleted.' }),
    ),
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
  due_day: Type.Optional(Text({ maxLength: 10, description: DUE_DAY })),
  reminder_time: Type.Optional(Time),
  assignee_id: Type.Optional(UserId),
});
export type TodoInput = Static<typeof TodoInput>;
