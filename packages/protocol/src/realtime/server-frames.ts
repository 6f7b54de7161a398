import Type, { type Static } from 'typebox';
import { BinderSettings, MemberType } from '../resources/binder.ts';
import { Category } from '../resources/category.ts';
import { Message, ReadMark } from '../resources/message.ts';
import { UserReference } from '../resources/people.ts';
import { BinderId, Milliseconds } from '../scalars.ts';
import { Position, RealtimeEntry, SharedBinder, Snapshot } from './change.ts';
import { EphemeralData, EphemeralKind } from './client-frames.ts';

/** Answers `hello` and `token`. */
export const Welcome = Type.Object(
  {
    type: Type.Literal('welcome'),
    session_id: Type.String(),
    user: UserReference,
    heartbeat_ms: Type.Integer({
      description:
        'Interval of the server’s pings (RFC 6455). Clients that cannot see them, such as browsers, send `ping` frames.',
    }),
    max_subscriptions: Type.Integer(),
  },
  { title: 'Welcome' },
);

/**
 * Entries that follow each other and the position one is at; none at all when one is up to date. With `id` it answers a
 * `subscribe`.
 */
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

/** A binder as a whole: what one holds of it is to be replaced. With `id` it answers a `subscribe`. */
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

/** A `subscribe` that was not granted. */
export const Refused = Type.Object(
  {
    type: Type.Literal('refused'),
    id: Type.Integer(),
    code: Type.String({ description: 'A response code of the contract.' }),
    message: Type.String(),
  },
  { title: 'Refused' },
);

/** A subscription has ended: one was removed, or the binder was deleted. What one holds of it is to be forgotten. */
export const Unsubscribed = Type.Object(
  {
    type: Type.Literal('unsubscribed'),
    binder_id: BinderId,
    code: Type.String(),
    message: Type.String(),
  },
  { title: 'Unsubscribed' },
);

/** One binder of the caller, as Timeline shows it. */
export const BinderCard = Type.Object(
  {
    binder: SharedBinder,
    position: Position,
    picture_uri: Type.Optional(
      Type.String({
        description: 'The picture of the other user in a conversation of two, if there is one.',
      }),
    ),
    unread: Type.Integer(),
    mentions: Type.Integer({ description: 'Unread messages that mention the caller.' }),
    last_message: Type.Union([Message, Type.Null()]),
    category_id: Type.Union([Type.Integer(), Type.Null()]),
    read_message_id: Type.Integer({
      description: 'The caller has read the messages up to this id; 0 means none.',
    }),
    member_type: MemberType,
    is_meeting: Type.Boolean({ description: 'A meet of the binder is running.' }),
    reminded_meet: Type.Optional(
      Type.Object(
        { session_key: Type.String(), name: Type.String(), start_time: Milliseconds },
        { description: 'The first scheduled meet that starts within ten minutes.' },
      ),
    ),
    ...BinderSettings.properties,
  },
  { title: 'BinderCard' },
);
export type BinderCard = Static<typeof BinderCard>;

/**
 * All binders of the caller, which replace what one held. With `id` it answers a `subscribe_self`; it comes again when
 * another token goes on where one ended.
 */
export const Binders = Type.Object(
  {
    type: Type.Literal('binders'),
    id: Type.Optional(Type.Integer()),
    binders: Type.Array(BinderCard),
    categories: Type.Array(Category, { description: 'The caller’s categories, by name.' }),
  },
  { title: 'Binders' },
);

/** The categories of the caller have become others. */
export const CategoriesFrame = Type.Object(
  { type: Type.Literal('categories'), categories: Type.Array(Category) },
  { title: 'CategoriesFrame' },
);

/** A binder of the caller changed, or came. */
export const BinderChanged = Type.Object(
  { type: Type.Literal('binder_changed'), card: BinderCard },
  { title: 'BinderChanged' },
);

/** A binder is no longer the caller's. */
export const BinderRemoved = Type.Object(
  { type: Type.Literal('binder_removed'), binder_id: BinderId },
  { title: 'BinderRemoved' },
);

/**
 * What another who is subscribed to the binder does at this moment. Not logged, and may be lost. Of `presence` and `typing`
 * those are told too who follow their list of binders.
 */
export const Ephemeral = Type.Object(
  {
    type: Type.Literal('ephemeral'),
    binder_id: BinderId,
    kind: EphemeralKind,
    user: UserReference,
    session_id: Type.String({ description: 'The session of the sender: a user may be connected twice.' }),
    data: EphemeralData,
  },
  { title: 'Ephemeral' },
);

/**
 * Members have read on in a binder that one is subscribed to. Not logged, and may be lost: `readmarks` of REST has them all.
 */
export const ReadMarks = Type.Object(
  { type: Type.Literal('read_marks'), binder_id: BinderId, readmarks: Type.Array(ReadMark) },
  { title: 'ReadMarks' },
);

/** The token no longer counts. Until `deadline` another goes on where this one stopped. */
export const InvalidToken = Type.Object(
  { type: Type.Literal('invalid_token'), session_id: Type.String(), deadline: Milliseconds },
  { title: 'InvalidToken' },
);

/** The server stops: come back after so many milliseconds, which are chosen at random for each. */
export const Reconnect = Type.Object(
  { type: Type.Literal('reconnect'), after_ms: Type.Integer() },
  { title: 'Reconnect' },
);

export const Pong = Type.Object({ type: Type.Literal('pong') }, { title: 'Pong' });

/** What a server may send, by type. */
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

/** All that a server sends. */
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

/** Why the server closed a connection. Codes from 4000 on are an application's own (RFC 6455, section 7.4.2). */
export const closeCodes = {
  /** The server stops, or restarts. */
  goingAway: 1001,
  /** The server could not answer at this moment: come back later. */
  tryAgain: 1013,
  /** A frame that is no JSON, is not of a kind above, or comes out of turn. The reason names the field. */
  badFrame: 4400,
  /** No token that counts came in time. */
  invalidToken: 4401,
  /** `hello` did not come in time. */
  helloTimeout: 4408,
  /** It did not read what it was sent. Resume from the last position. */
  slowReader: 4413,
  /** Too many frames, or too many connections of one caller. */
  tooMany: 4429,
} as const;
