import Type, { type Static } from 'typebox';
import { Milliseconds, UserId } from '../scalars.ts';

/** Why an assigned user cannot act in the binder. */
export const Unavailable = Type.Enum(['left', 'disabled'], {
  description:
    'Absent if the user can answer. `left`: no longer a member of the binder; `disabled`: the account or its org is disabled. Only for open steps and to-dos, and not with `as_of`.',
});
export type Unavailable = Static<typeof Unavailable>;

/** The user who did something. `unavailable` exists only on assignees of to-dos. */
export const UserReference = Type.Object(
  { id: UserId, name: Type.String(), unavailable: Type.Optional(Unavailable) },
  { title: 'UserReference' },
);
export type UserReference = Static<typeof UserReference>;

/** A user as other members of a binder or org see them. */
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
  },
  { title: 'User' },
);
export type User = Static<typeof User>;

/** The caller's own profile. */
export const Profile = Type.Object(
  {
    ...User.properties,
    type: Type.Enum(['USER_TYPE_NORMAL', 'USER_TYPE_SSO']),
    timezone: Type.String(),
    language: Type.String(),
    role: Type.Enum(['admin', 'member']),
    created_time: Milliseconds,
    updated_time: Milliseconds,
  },
  { title: 'Profile' },
);
export type Profile = Static<typeof Profile>;
