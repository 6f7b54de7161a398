import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { test } from 'vitest';
import { commentPosted, deliveryOf } from './testing/delivery.ts';
import { BadSignature, signDelivery, verifyDelivery } from './webhook.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const other = `whsec_${randomBytes(32).toString('base64')}`;
const now = Date.parse('2026-11-21T03:00:00Z');

function parts(at = now) {
  const { headers, body } = deliveryOf(commentPosted('Hello'), 1, secret, at);
  return {
    body,
    deliveryHeaders: {
      id: headers['webhook-id'] ?? null,
      timestamp: headers['webhook-timestamp'] ?? null,
      signature: headers['webhook-signature'] ?? null,
    },
  };
}

test('a delivery that the reference library signed is genuine, and the other way round', () => {
  const { body, deliveryHeaders } = parts();
  verifyDelivery([secret], deliveryHeaders, body, now);
  const id = 'E2';
  const seconds = String(Math.floor(Date.now() / 1000));
  const signature = `v1,${signDelivery(secret, id, seconds, body).toString('base64')}`;
  const headers = { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature };
  assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
});

test('while a secret is being rotated either signature and either secret will do', () => {
  const { body, deliveryHeaders } = parts();
  verifyDelivery([other, secret], deliveryHeaders, body, now);
  const two = { ...deliveryHeaders, signature: `v1,${'A'.repeat(43)}= v1a,xyz ${deliveryHeaders.signature}` };
  verifyDelivery([secret], two, body, now);
});

const refused: [string, (p: ReturnType<typeof parts>) => void][] = [
  ['another secret', ({ body, deliveryHeaders }) => verifyDelivery([other], deliveryHeaders, body, now)],
  ['no secret', ({ body, deliveryHeaders }) => verifyDelivery([], deliveryHeaders, body, now)],
  [
    'a changed body',
    ({ body, deliveryHeaders }) => verifyDelivery([secret], deliveryHeaders, `${body} `, now),
  ],
  [
    'a changed id',
    ({ body, deliveryHeaders }) => verifyDelivery([secret], { ...deliveryHeaders, id: 'E9' }, body, now),
  ],
  [
    'an old delivery',
    ({ body, deliveryHeaders }) => verifyDelivery([secret], deliveryHeaders, body, now + 301_000),
  ],
  [
    'a delivery of the future',
    ({ body, deliveryHeaders }) => verifyDelivery([secret], deliveryHeaders, body, now - 301_000),
  ],
  [
    'no signature',
    ({ body, deliveryHeaders }) =>
      verifyDelivery([secret], { ...deliveryHeaders, signature: null }, body, now),
  ],
  [
    'an empty signature',
    ({ body, deliveryHeaders }) =>
      verifyDelivery([secret], { ...deliveryHeaders, signature: 'v1,' }, body, now),
  ],
  [
    'a time in words',
    ({ body, deliveryHeaders }) =>
      verifyDelivery([secret], { ...deliveryHeaders, timestamp: 'now' }, body, now),
  ],
  [
    'another version',
    ({ body, deliveryHeaders }) =>
      verifyDelivery(
        [secret],
        { ...deliveryHeaders, signature: `v2${deliveryHeaders.signature?.slice(2)}` },
        body,
        now,
      ),
  ],
];
for (const [what, verify] of refused) {
  test(`${what} is refused`, () => assert.throws(() => verify(parts()), BadSignature));
}
