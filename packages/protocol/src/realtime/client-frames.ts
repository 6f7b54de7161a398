import Type, { type Static } from 'typebox';
import { BinderId, Text } from '../scalars.ts';
import { Position } from './change.ts';

/** Chosen by the client, given back in the answer. */
const RequestId = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** The first frame: who one is. The token is in no address. */
export const Hello = Type.Object(
  {
    type: Type.Literal('hello'),
    token: Type.String({ minLength: 1, maxLength: 512 }),
    version: Type.Literal(1),
  },
  { title: 'Hello' },
);

/** Another token of the same person and client, before or after the first has ended. */
export const NewToken = Type.Object(
  { type: Type.Literal('token'), token: Type.String({ minLength: 1, maxLength: 512 }) },
  { title: 'NewToken' },
);

/** Subscribes to a binder, from a position on. Answered by `entries`, `snapshot` or `refused`. */
export const Subscribe = Type.Object(
  {
    type: Type.Literal('subscribe'),
    id: RequestId,
    binder_id: BinderId,
    position: Type.Optional(Position),
  },
  { title: 'Subscribe' },
);

export const Unsubscribe = Type.Object(
  { type: Type.Literal('unsubscribe'), binder_id: BinderId },
  { title: 'Unsubscribe' },
);

/** Subscribes to the list of all binders of the caller. Answered by `binders`. */
export const SubscribeSelf = Type.Object(
  { type: Type.Literal('subscribe_self'), id: RequestId },
  { title: 'SubscribeSelf' },
);

/** What is told to the others who are subscribed to a binder and is not logged. */
export const ephemeralKinds = ['presence', 'typing', 'pointer', 'stroke'] as const;
export const EphemeralKind = Type.Enum([...ephemeralKinds], { title: 'EphemeralKind' });
export type EphemeralKind = (typeof ephemeralKinds)[number];

/** What an ephemeral frame may carry: small, plain values. */
export const EphemeralData = Type.Object(
  {
    state: Type.Optional(Type.Enum(['online', 'idle', 'offline'])),
    page_id: Type.Optional(Type.Integer({ minimum: 1 })),
    client_uuid: Type.Optional(Text({ maxLength: 64 })),
    /** Coordinates in the page's own units: x, y, or with a third number for the pressure of each point. */
    points: Type.Optional(Type.Array(Type.Number(), { maxItems: 600 })),
    style: Type.Optional(Text({ maxLength: 200 })),
    /** Words that are being written. */
    text: Type.Optional(Text({ maxLength: 2_000 })),
    is_over: Type.Optional(Type.Boolean()),
  },
  { title: 'EphemeralData' },
);
export type EphemeralData = Static<typeof EphemeralData>;

/** Tells others something ephemeral. Only where one is subscribed; `pointer` and `stroke` need write access. */
export const Publish = Type.Object(
  {
    type: Type.Literal('publish'),
    binder_id: BinderId,
    kind: EphemeralKind,
    data: EphemeralData,
  },
  { title: 'Publish' },
);

/** Asks for a `pong`: browsers cannot send the protocol's own pings. */
export const Ping = Type.Object({ type: Type.Literal('ping') }, { title: 'Ping' });

/** What a client may send, by type. */
export const clientFrames = {
  hello: Hello,
  token: NewToken,
  subscribe: Subscribe,
  unsubscribe: Unsubscribe,
  subscribe_self: SubscribeSelf,
  publish: Publish,
  ping: Ping,
};

/** All that a client may send. */
export const ClientFrame = Type.Union(
  [Hello, NewToken, Subscribe, Unsubscribe, SubscribeSelf, Publish, Ping],
  { title: 'ClientFrame' },
);
export type ClientFrame = Static<typeof ClientFrame>;
