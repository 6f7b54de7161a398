import Type, { type Static } from 'typebox';
import { BinderId, Text } from '../scalars.ts';
import { Position } from './change.ts';

const RequestId = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** The token is in the frame, because servers would log a token in the URL. */
export const Hello = Type.Object(
  {
    type: Type.Literal('hello'),
    token: Type.String({ minLength: 1, maxLength: 512 }),
    version: Type.Literal(1),
  },
  { title: 'Hello' },
);

/**
 * After the previous token has ended, the server accepts a new one until the `deadline` of `invalid_token`.
 */
export const NewToken = Type.Object(
  { type: Type.Literal('token'), token: Type.String({ minLength: 1, maxLength: 512 }) },
  { title: 'NewToken' },
);

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

export const SubscribeSelf = Type.Object(
  { type: Type.Literal('subscribe_self'), id: RequestId },
  { title: 'SubscribeSelf' },
);

export const ephemeralKinds = ['presence', 'typing', 'editing', 'pointer', 'stroke'] as const;
export const EphemeralKind = Type.Enum([...ephemeralKinds], { title: 'EphemeralKind' });
export type EphemeralKind = (typeof ephemeralKinds)[number];

export const EphemeralData = Type.Object(
  {
    state: Type.Optional(Type.Enum(['online', 'idle', 'offline'])),
    page_id: Type.Optional(Type.Integer({ minimum: 1 })),
    client_uuid: Type.Optional(Text({ maxLength: 64 })),
    /** In page units: x and y, or x, y and pressure. */
    points: Type.Optional(Type.Array(Type.Number(), { maxItems: 600 })),
    style: Type.Optional(Text({ maxLength: 200 })),
    text: Type.Optional(Text({ maxLength: 2_000 })),
    is_over: Type.Optional(Type.Boolean()),
    /** For `editing`: true if the sender asks the current editor to hand over the page. */
    is_request: Type.Optional(Type.Boolean()),
    /**
     * For `editing`: the file of the saved text, in which `text` replaces `points[1]` UTF-16 units from
     * `points[0]`.
     */
    base_file_id: Type.Optional(Text({ maxLength: 64 })),
  },
  { title: 'EphemeralData' },
);
export type EphemeralData = Static<typeof EphemeralData>;

/** `editing`, `pointer` and `stroke` also require write access. */
export const Publish = Type.Object(
  {
    type: Type.Literal('publish'),
    binder_id: BinderId,
    kind: EphemeralKind,
    data: EphemeralData,
  },
  { title: 'Publish' },
);

/** Browsers cannot send WebSocket pings. */
export const Ping = Type.Object({ type: Type.Literal('ping') }, { title: 'Ping' });

export const clientFrames = {
  hello: Hello,
  token: NewToken,
  subscribe: Subscribe,
  unsubscribe: Unsubscribe,
  subscribe_self: SubscribeSelf,
  publish: Publish,
  ping: Ping,
};

export const ClientFrame = Type.Union(
  [Hello, NewToken, Subscribe, Unsubscribe, SubscribeSelf, Publish, Ping],
  { title: 'ClientFrame' },
);
export type ClientFrame = Static<typeof ClientFrame>;
