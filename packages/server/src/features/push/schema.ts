import { NumericId, Text } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';
import { MAX_TEXT_LENGTH } from '../messages/index.ts';

const tag = 'Notifications';
/** The database indexes endpoints. An entry of a PostgreSQL index has at most 2,704 bytes. */
const Endpoint = Type.String({ maxLength: 2_048, pattern: '^[\\x21-\\x7e]+$' });
const Base64Url = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]+={0,2}$', description });

export const getKey = operation(tag, 'getPushKey', {
  summary: 'Get the public key of the server for Web Push',
  description: 'In the browser, pass the key to `PushManager.subscribe` as `applicationServerKey`.',
  data: Type.Object({
    key: Type.String({ description: 'An uncompressed point of P-256 in base64url (RFC 8292).' }),
  }),
});

export const subscribe = operation(tag, 'createPushSubscription', {
  summary: 'Subscribe a device to pushes',
  description:
    'Send the fields of a `PushSubscription` of the browser. The server sends each notification to the device as JSON with `title`, `body`, `url` and `tag`. A person has at most 20 devices: another device replaces the oldest one. If you subscribe the same endpoint again, the new subscription replaces the previous one. The server deletes a subscription when its push service returns 404 or 410.',
  body: Type.Object({
    endpoint: Endpoint,
    keys: Type.Object({
      p256dh: Base64Url(100, 'An uncompressed point of P-256 in base64url.'),
      auth: Base64Url(30, '16 bytes in base64url.'),
    }),
    device: Type.Optional(
      Text({ maxLength: 100, description: 'A name by which the user recognises the device.' }),
    ),
  }),
  data: Type.Object({ id: NumericId }),
});

// Only the app's service worker sends this request.
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
