import Type, { type Static } from 'typebox';
import { Milliseconds } from '../scalars.ts';
import { UserReference } from './people.ts';

/** One chat message of a binder. */
export const Message = Type.Object(
  {
    id: Type.Integer(),
    text: Type.String(),
    user: UserReference,
    created_time: Milliseconds,
    updated_time: Milliseconds,
  },
  { title: 'Message' },
);
export type Message = Static<typeof Message>;

/** One entry of a binder's log. `body` depends on `kind`; ids in it are the ids of the resources. */
export const LogEntry = Type.Object(
  {
    seq: Type.Integer(),
    at: Milliseconds,
    kind: Type.String(),
    actor: UserReference,
    body: Type.Object({}, { additionalProperties: true }),
  },
  { title: 'LogEntry' },
);
export type LogEntry = Static<typeof LogEntry>;
