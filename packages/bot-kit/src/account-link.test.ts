import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'vitest';
import { BadAccountLink, readAccountLink } from './account-link.ts';

const bot = { clientId: 'Cbot', clientSecret: 'a secret' };
const now = Date.parse('2026-11-21T03:00:00Z');
const claims = {
  user_id: 'U1',
  username: 'Ada',
  binder_id: 'B1',
  client_id: 'Cbot',
  org_id: 'O1',
  iat: now / 1000,
  exp: now / 1000 + 300,
};

function jwt(
  body: object,
  { header = { alg: 'HS256', typ: 'JWT' }, secret = bot.clientSecret } = {},
): string {
  const text = [header, body]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

test('the claims of a token of the service are given', () => {
  const { iat: _iat, exp: _exp, ...link } = claims;
  assert.deepEqual(readAccountLink(jwt(claims), bot, now), link);
});

const [head, body] = jwt(claims).split('.');
const refused: [string, string, number?][] = [
  ['of another secret', jwt(claims, { secret: 'another' })],
  ['that has expired', jwt(claims), now + 300_000],
  ['without an end', jwt({ ...claims, exp: undefined })],
  ['for another bot', jwt({ ...claims, client_id: 'Cother' })],
  ['without a claim', jwt({ ...claims, user_id: undefined })],
  ['without a signature', `${head}.${body}.`],
  ['of the algorithm none', jwt(claims, { header: { alg: 'none', typ: 'JWT' } })],
  ['in four parts', `${jwt(claims)}.x`],
  ['that is no JWT', 'hello'],
];
for (const [what, token, at = now] of refused) {
  test(`a token ${what} is refused`, () =>
    assert.throws(() => readAccountLink(token, bot, at), BadAccountLink));
}
