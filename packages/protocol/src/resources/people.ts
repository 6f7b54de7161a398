import Type, { type Static } from 'typebox';
import { Milliseconds, Text, UserId } from '../scalars.ts';

export const Unavailable = Type.Enum(['left', 'disabled'], {
  description:
    'Why the user cannot answer. `left`: the user is no longer a member of the binder. `disabled`: the account or its org is disabled. Absent if the user can answer, if the step or to-do is not open, and in responses to requests with `as_of`.',
});
export type Unavailable = Static<typeof Unavailable>;

/** Only assignees of to-dos have `unavailable`. */
export const UserReference = Type.Object(
  { id: UserId, name: Type.String(), unavailable: Type.Optional(Unavailable) },
  { title: 'UserReference' },
);
export type UserReference = Static<typeof UserReference>;

export const availabilities = ['available', 'away', 'do_not_disturb'] as const;
export type Availability = (typeof availabilities)[number];

export const UserStatus = Type.Object(
  {
    text: Type.String(),
    emoji: Type.String(),
    availability: Type.Enum([...availabilities]),
    until_time: Type.Optional(Milliseconds),
  },
  { title: 'UserStatus', description: 'Absent if the person has set no status, or the status has ended.' },
);
export type UserStatus = Static<typeof UserStatus>;

const TimeOfDay = Text({ maxLength: 5, description: 'Hours and minutes, such as `09:30`.' });

export const WorkingHours = Type.Object(
  {
    days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
      maxItems: 7,
      description: '1 is Monday, 7 is Sunday.',
    }),
    from: TimeOfDay,
    to: Type.String({ ...TimeOfDay, description: 'A time before `from` is on the next day.' }),
  },
  {
    title: 'WorkingHours',
    description: 'Times are in the time zone of the person. Absent if the person has set no working hours.',
  },
);
export type WorkingHours = Static<typeof WorkingHours>;

export const User = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    first_name: Type.String(),
    last_name: Type.String(),
    email: Type.Union([Type.String(), Type.Null()]),
    unique_id: Type.Union([Type.String(), Type.Null()]),
    org_id: Type.String(),
    picture_uri: Type.String(),
    is_bot: Type.Boolean(),
    status: Type.Optional(UserStatus),
  },
  {
    title: 'User',
    description: '`status` is present only for members of a binder and in `Person` and `Profile`.',
  },
);
export type User = Static<typeof User>;

export const Person = Type.Object(
  {
    ...User.properties,
    title: Type.String(),
    timezone: Type.String(),
    working_hours: Type.Optional(WorkingHours),
  },
  { title: 'Person' },
);
export type Person = Static<typeof Person>;

export const Profile = Type.Object(
  {
    ...Person.properties,
    type: Type.Enum(['USER_TYPE_NORMAL', 'USER_TYPE_SSO']),
    language: Type.String(),
    role: Type.Enum(['admin', 'member']),
    created_time: Milliseconds,
    updated_time: Milliseconds,
  },
  { title: 'Profile' },
);
export type Profile = Static<typeof Profile>;
