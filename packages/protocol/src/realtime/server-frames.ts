import Type, { type Static } from 'typebox';
import { BinderSettings, MemberType } from '../resources/binder.ts';
import { Category } from '../resources/category.ts';
import { Message, ReadMark } from '../resources/message.ts';
import { UserReference } from '../resources/people.ts';
import { BinderId, Milliseconds } from '../scalars.ts';
import { Position, RealtimeEntry, SharedBinder, Snapshot } from './change.ts';
import { EphemeralData, EphemeralKind } from './client-frames.ts';

export const Welcome = Type.Object(
  {
    type: Type.Literal('welcome'),
    session_id: Type.String(),
    user: UserReference,
    heartbeat_ms: Type.Integer({
      description:
        'The interval in milliseconds at which the server sends WebSocket pings (RFC 6455). Clients that cannot see these pings, such as browsers, send `ping` frames to check the connection.',
    }),
    max_subscriptions: Type.Integer(),
  },
  { title: 'Welcome' },
);

/** Empty if the client is up to date. Only a response to `subscribe` has an `id`. */
export const Entries = Type.Object(
  {
    type: Type.Literal('entries'),
    id: Type.Optional(Type.Integer()),
    binder_id: BinderId,
    epoch: Type.String(),
    entries: Type.Array(RealtimeEntry),
  },
  { title: 'Entries' },
);

export const SnapshotFrame = Type.Object(
  {
    type: Type.Literal('snapshot'),
    id: Type.Optional(Type.Integer()),
    binder_id: BinderId,
    position: Position,
    state: Snapshot,
  },
  { title: 'SnapshotFrame' },
);

/** See `docs/errors.md`. */
export const FrameReason = {
  reason: Type.Optional(
    Type.String({ description: 'A stable name of the error. Absent for errors that only developers see.' }),
  ),
  params: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
      description: 'The values in the sentence that `reason` identifies, in their order.',
    }),
  ),
};

export const Refused = Type.Object(
  {
    type: Type.Literal('refused'),
    id: Type.Integer(),
    code: Type.String({ description: 'A response code of the contract.' }),
    message: Type.String(),
    ...FrameReason,
  },
  { title: 'Refused' },
);

/** Clients subscribe again after `RESPONSE_ERROR_SERVICE_UNAVAILABLE`, and otherwise delete their copy of the binder. */
export const Unsubscribed = Type.Object(
  {
    type: Type.Literal('unsubscribed'),
    binder_id: BinderId,
    code: Type.String(),
    message: Type.String(),
    ...FrameReason,
  },
  { title: 'Unsubscribed' },
);

export const BinderCard = Type.Object(
  {
    binder: SharedBinder,
    position: Position,
    picture_uri: Type.Optional(
      Type.String({
        description:
          'In a conversation of two people, the picture of the other person. Absent if there is none.',
      }),
    ),
    user_id: Type.Optional(Type.String({ description: 'The other user in a conversation of two.' })),
    unread: Type.Integer(),
    mentions: Type.Integer({ description: 'The number of unread messages that mention the caller.' }),
    last_message: Type.Union([Message, Type.Null()]),
    category_id: Type.Union([Type.Integer(), Type.Null()]),
    read_message_id: Type.Integer({
      description: 'The caller has read the messages up to this id; 0 means none.',
    }),
    member_type: MemberType,
    is_meeting: Type.Boolean({ description: 'Whether a meet of the binder is running.' }),
    reminded_meet: Type.Optional(
      Type.Object(
        { session_key: Type.String(), name: Type.String(), start_time: Milliseconds },
        { description: 'The first scheduled meet that starts within ten minutes.' },
      ),
    ),
    incoming_call: Type.Optional(
      Type.Object(
        { session_key: Type.String(), name: Type.String(), user: UserReference, start_time: Milliseconds },
        {
          description:
            'A meet that the caller has neither joined nor declined. Less than 45 seconds ago, `user` started it without a plan in a conversation, or called the caller into it.',
        },
      ),
    ),
    waiting_guest: Type.Optional(
      Type.Object(
        { session_key: Type.String(), name: Type.String(), knock_time: Milliseconds },
        {
          description:
            'Only if the caller may admit guests: a meet whose lobby a guest entered less than five minutes ago, while no host was in the meet.',
        },
      ),
    ),
    invitation_id: Type.Optional(
      Type.String({
        description:
          'The id of the caller’s unread notification that another person added them to the binder.',
      }),
    ),
    saved_messages: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'The number of messages of the binder that the caller has saved for later.',
      }),
    ),
    reminded_message: Type.Optional(
      Type.Object(
        {
          id: Type.Integer(),
          text: Type.String({ description: 'The beginning of the message, without formatting.' }),
          file: Type.Optional(Type.Object({ name: Type.String() })),
          has_audio: Type.Optional(Type.Literal(true)),
          user_name: Type.String({ description: 'The name of the author.' }),
          remind_time: Milliseconds,
        },
        { description: 'Of the saved messages with a due reminder, the one whose reminder became due last.' },
      ),
    ),
    ...BinderSettings.properties,
  },
  { title: 'BinderCard' },
);
export type BinderCard = Static<typeof BinderCard>;

/** Sent again when a new token continues an expired session. Only a response has an `id`. */
export const Binders = Type.Object(
  {
    type: Type.Literal('binders'),
    id: Type.Optional(Type.Integer()),
    binders: Type.Array(BinderCard),
    categories: Type.Array(Category, { description: 'The caller’s categories, by name.' }),
  },
  { title: 'Binders' },
);

export const CategoriesFrame = Type.Object(
  { type: Type.Literal('categories'), categories: Type.Array(Category) },
  { title: 'CategoriesFrame' },
);

export const BinderChanged = Type.Object(
  { type: Type.Literal('binder_changed'), card: BinderCard },
  { title: 'BinderChanged' },
);

export const BinderRemoved = Type.Object(
  { type: Type.Literal('binder_removed'), binder_id: BinderId },
  { title: 'BinderRemoved' },
);

/**
 * The frame may be lost. `presence` and `typing` also reach users who subscribe only to their list of
 * binders.
 */
export const Ephemeral = Type.Object(
  {
    type: Type.Literal('ephemeral'),
    binder_id: BinderId,
    kind: EphemeralKind,
    user: UserReference,
    session_id: Type.String({ description: 'The session of the sender. A user can have several sessions.' }),
    data: EphemeralData,
  },
  { title: 'Ephemeral' },
);

/** The frame may be lost. REST `readmarks` returns all read marks. */
export const ReadMarks = Type.Object(
  { type: Type.Literal('read_marks'), binder_id: BinderId, readmarks: Type.Array(ReadMark) },
  { title: 'ReadMarks' },
);

/** A new token before `deadline` continues the session. */
export const InvalidToken = Type.Object(
  { type: Type.Literal('invalid_token'), session_id: Type.String(), deadline: Milliseconds },
  { title: 'InvalidToken' },
);

/** `after_ms` is random, to spread the load. */
export const Reconnect = Type.Object(
  { type: Type.Literal('reconnect'), after_ms: Type.Integer() },
  { title: 'Reconnect' },
);

export const Pong = Type.Object({ type: Type.Literal('pong') }, { title: 'Pong' });

export const serverFrames = {
  welcome: Welcome,
  entries: Entries,
  snapshot: SnapshotFrame,
  refused: Refused,
  unsubscribed: Unsubscribed,
  binders: Binders,
  binder_changed: BinderChanged,
  binder_removed: BinderRemoved,
  categories: CategoriesFrame,
  ephemeral: Ephemeral,
  read_marks: ReadMarks,
  invalid_token: InvalidToken,
  reconnect: Reconnect,
  pong: Pong,
};

export const ServerFrame = Type.Union(
  [
    Welcome,
    Entries,
    SnapshotFrame,
    Refused,
    Unsubscribed,
    Binders,
    BinderChanged,
    BinderRemoved,
    CategoriesFrame,
    Ephemeral,
    ReadMarks,
    InvalidToken,
    Reconnect,
    Pong,
  ],
  { title: 'ServerFrame' },
);
export type ServerFrame = Static<typeof ServerFrame>;

export const closeCodes = {
  goingAway: 1001,
  scheduleRetry: 1013,
  /** The close reason names the field. */
  badFrame: 4400,
  invalidToken: 4401,
  helloTimeout: 4408,
  /** The client can resume from its last position. */
  slowReader: 4413,
  tooMany: 4429,
} as const;
