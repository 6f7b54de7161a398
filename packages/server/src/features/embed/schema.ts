import { ClientId, OrgId, Text, UserId } from '@ringbinder/protocol';
import Type from 'typebox';

const Secret = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });
const Token = Type.String({ minLength: 1, maxLength: 512 });

export const MAX_FRAME_LENGTH = 64 * 1024;
const MAX_FRAMES = 20;

/** The receiving side validates the content. */
const Frame = Type.Object({ type: Text({ minLength: 1, maxLength: 40 }) }, { additionalProperties: true });

const hidden = { hide: true } as const;

export const me = { ...hidden, querystring: Type.Object({ client_id: ClientId }) };

export const openConversation = {
  ...hidden,
  body: Type.Object({
    user: Type.Object({
      id: Type.Optional(UserId),
      unique_id: Type.Optional(Text({ minLength: 1, maxLength: 255 })),
      email: Type.Optional(Text({ minLength: 1, maxLength: 320 })),
      org_id: Type.Optional(OrgId),
    }),
  }),
};

export const storeSession = {
  ...hidden,
  body: Type.Object({
    client_id: ClientId,
    access_token: Type.Optional(Type.Union([Token, Type.Literal('')])),
    code: Secret,
    key: Secret,
    session: Frame,
  }),
};

export const takeSession = {
  ...hidden,
  body: Type.Object({ client_id: ClientId, code: Secret, key: Secret }),
};

export const sendFrames = {
  ...hidden,
  body: Type.Object({ key: Secret, frames: Type.Array(Frame, { minItems: 1, maxItems: MAX_FRAMES }) }),
};

export const readFrames = {
  ...hidden,
  body: Type.Object({ key: Secret, after: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }) }),
};
