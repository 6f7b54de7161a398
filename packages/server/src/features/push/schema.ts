import { NumericId, Text } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';
import { MAX_TEXT_LENGTH } from '../messages/index.ts';

const tag = 'Notifications';
/** An entry of a PostgreSQL index has at most 2,704 bytes. */
const Endpoint = Type.String({ maxLength: 2_048, pattern: '^[\\x21-\\x7e]+$' });
const Base64Url = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]+={0,2}$', description });

export const getKey = operation(tag, 'getPushKey', {
  summary: 'Get the public key of the server for Web Push',
  description: 'A page passes it as `applicationServerKey` to `PushManager.subscribe`.',
  data: Type.Object({ key: Type.String({ description: 'A point of P-256, base64url (RFC 8292).' }) }),
});

export const subscribe = operation(tag, 'createPushSubscription', {
  summary: 'Subscribe a device to pushes',
  description:
    'The fields are those of a `PushSubscription` of a browser. A payload is JSON: `title`, `body`, `url` and `tag`. A person has at most 20 devices; a further one replaces the oldest. Subscribing an endpoint again replaces it. It ends when the push service answers 404 or 410.',
  body: Type.Object({
    endpoint: Endpoint,
    keys: Type.Object({
      p256dh: Base64Url(100, 'A point of P-256, base64url.'),
      auth: Base64Url(30, '16 bytes, base64url.'),
    }),
    device: Type.Optional(Text({ maxLength: 100, description: 'A name of the device for its owner.' })),
  }),
  data: Type.Object({ id: NumericId }),
});

// Hidden, because only the app's own service worker calls it.
export const answer = {
  hide: true,
  body: Type.Object({
    token: Type.String({ pattern: '^[\\w-]{43}$' }),
    button: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
    text: Type.Optional(Text({ minLength: 1, maxLength: MAX_TEXT_LENGTH })),
  }),
} as const;

export const unsubscribe = operation(tag, 'deletePushSubscription', {
  summary: 'End pushes to a device',
  params: Type.Object({ id: NumericId }),
});
