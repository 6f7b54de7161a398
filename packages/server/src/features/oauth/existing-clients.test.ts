import assert from 'node:assert/strict';
import type { Answer, CreatedClient } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { UNIQUE_IDENTIFIER } from './index.ts';

let client: CreatedClient;
let partnerId: string;
beforeAll(async () => {
  const partner = await service.make.partner();
  partnerId = partner.id;
  client = await service.make.client({ partnerId });
});

const fields = (more: Record<string, string> = {}): Record<string, string> => ({
  client_id: client.id,
  client_secret: client.secret,
  grant_type: UNIQUE_IDENTIFIER,
  uniqueid: 'somebody',
  timestamp: String(service.clock.now()),
  ...more,
});
const ask = (more: Record<string, string>) => service.call('POST', '/oauth/token', { form: fields(more) });
const askJson = (json: unknown) => service.call('POST', '/oauth/token', { json });
const askText = (body: string | Buffer) =>
  service.call('POST', '/oauth/token', { body, headers: { 'content-type': 'application/json' } });

function refused(answer: Answer, error: string, word: string): void {
  assert.ok(answer.status === 400 || answer.status === 401, JSON.stringify(answer.body));
  assert.equal(answer.body.error, error, JSON.stringify(answer.body));
  assert.ok(answer.body.message.includes(word), answer.body.message);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
}

test('[COMPAT-1] the grant type of the unique identifier may name any host', async () => {
  for (const grant_type of [
    'https://www.service.com/auth_uniqueid',
    'http://www.other.example/auth_uniqueid',
    'https://API.Other.example:8443/auth_uniqueid',
    'http://localhost/auth_uniqueid',
  ])
    assert.equal((await ask({ grant_type })).status, 200, grant_type);
  for (const grant_type of [
    'ftp://www.service.com/auth_uniqueid',
    'http:///auth_uniqueid',
    'http://a/b/auth_uniqueid',
    'http://a.example/auth_uniqueid2',
    'http://a.example/auth_uniqueid?x',
    'http://me@a.example/auth_uniqueid',
    `http://${'a'.repeat(300)}/auth_uniqueid`,
    'auth_uniqueid',
  ])
    refused(await ask({ grant_type }), 'unsupported_grant_type', 'grant_type');
  const other = await service.make.client({ partnerId, grants: ['refresh_token'] });
  const grant_type = 'http://www.other.example/auth_uniqueid';
  const answer = await ask({ grant_type, client_id: other.id, client_secret: other.secret });
  refused(answer, 'unauthorized_client', 'grant_type');
});

test('[COMPAT-2] [UID-5] the timestamp of the unique identifier may have a fraction, within the same 5 minutes', async () => {
  for (const fraction of ['.5', '.123456789', '.0'])
    assert.equal((await ask({ timestamp: `${service.clock.now()}${fraction}` })).status, 200, fraction);
  for (const timestamp of [
    `${service.clock.now()}.`,
    `${service.clock.now()}.1234567890`,
    `${service.clock.now()},5`,
    `${service.clock.now()}.5e3`,
    `${service.clock.now() - 400_000}.5`,
    `${service.clock.now() / 1000}`,
  ])
    refused(await ask({ timestamp }), 'invalid_request', 'timestamp');
});

test('[COMPAT-3] a token call may be a flat JSON object, and so may a revocation', async () => {
  const answer = await askJson({ ...fields(), timestamp: service.clock.now(), org_unit: null });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const token = answer.body.access_token;
  const profile = await service.call('GET', '/me', { token });
  assert.equal(profile.body.data.unique_id, 'somebody');
  const revoked = await service.call('POST', '/oauth/revoke', { json: { access_token: token } });
  assert.deepEqual(revoked.body, { code: 'RESPONSE_SUCCESS' });
  assert.equal((await service.call('GET', '/me', { token })).status, 401);
  // Signs of a form mean nothing in JSON, and letters of every kind arrive.
  const uniqueid = 'a&b=c+d %41 Ünï 👋';
  const odd = await askJson(fields({ uniqueid }));
  const who = await service.call('GET', '/me', { token: odd.body.access_token });
  assert.equal(who.body.data.unique_id, uniqueid);
});

test('[COMPAT-3] numbers arrive digit by digit: two people with long ids are two', async () => {
  const holders = new Set<string>();
  for (const digits of ['9007199254740992', '9007199254740993', '12345678901234567890', '1.50', '1.5']) {
    const answer = await askText(JSON.stringify(fields({ uniqueid: '#' })).replace('"#"', digits));
    const who = await service.call('GET', '/me', { token: answer.body.access_token });
    assert.equal(who.body.data.unique_id, digits);
    holders.add(who.body.data.id);
  }
  assert.equal(holders.size, 5);
});

test('[COMPAT-3] JSON is held to what a form is held to', async () => {
  refused(await askJson({ ...fields(), client_secret: 'wrong' }), 'invalid_client', 'client_secret');
  refused(await askJson({ ...fields(), client_secret: undefined }), 'invalid_request', 'client_secret');
  for (const value of [{}, [], ['x'], true, { $ne: '' }])
    refused(await askJson({ ...fields(), uniqueid: value }), 'invalid_request', 'uniqueid');
  for (const text of ['a\u0000b', '\ud800'])
    refused(await askJson({ ...fields(), uniqueid: text }), 'invalid_request', 'uniqueid');
  for (const body of ['[]', '"x"', '1', 'null', '{', 'grant_type=x', Buffer.from([0x7b, 0xff, 0x7d])])
    refused(await askText(body), 'invalid_request', 'body');
  const text = JSON.stringify(fields({ uniqueid: '":", "x": "' }));
  assert.equal((await askText(text)).status, 200, 'what stands in a value is no name');
  refused(await askText(text.replace('{', '{"uniqueid":"other",')), 'invalid_request', 'more than once');
  refused(
    await askText(text.replace('{', '{"\\u0075niqueid":"other",')),
    'invalid_request',
    'more than once',
  );
  const path = '/oauth/token?scope=read';
  const twice = await service.call('POST', path, { json: { ...fields(), scope: 'read' } });
  refused(twice, 'invalid_request', 'scope');
});

test('[COMPAT-4] a token call by GET is refused, whatever its address holds, and the secret is not even looked at', async () => {
  const path = (more = {}) => `/oauth/token?${new URLSearchParams(fields(more))}`;
  for (const each of [path(), path({ client_secret: 'wrong' }), '/oauth/token'])
    refused(await service.call('GET', each), 'invalid_request', 'POST');
});
