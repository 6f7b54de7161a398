import assert from 'node:assert/strict';
import { type Answer, type CreatedClient, startService, type TestService } from '@ringbinder/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { UNIQUE_IDENTIFIER } from './index.ts';

let service: TestService;
let partner: { id: string; orgId: string };
let client: CreatedClient;
beforeAll(async () => {
  service = await startService();
  partner = await service.make.partner();
  client = await service.make.client({ partnerId: partner.id });
});
afterAll(() => service.close());

const good = (): Record<string, string> => ({
  client_id: client.id,
  client_secret: client.secret,
  grant_type: UNIQUE_IDENTIFIER,
  uniqueid: 'somebody',
  timestamp: String(service.clock.now()),
});
const without = (name: string) =>
  Object.fromEntries(Object.entries(good()).filter(([field]) => field !== name));
const ask = (form: Record<string, string> | URLSearchParams, query = '') =>
  service.call('POST', `/oauth/token${query}`, { form });
const send = (body: string | Buffer, query = '', type = 'application/x-www-form-urlencoded') =>
  service.call('POST', `/oauth/token${query}`, { body, headers: { 'content-type': type } });
const text = (form: Record<string, string>) => new URLSearchParams(form).toString();

function assertRefusal(answer: Answer, error: string, word: string, status = 400): void {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  assert.equal(answer.body.error, error);
  assert.ok(answer.body.error_description.includes(word), answer.body.error_description);
  assert.match(answer.body.error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  assert.ok(answer.body.message.includes(word));
  const code = status === 401 ? 'RESPONSE_ERROR_INVALID_TOKEN' : 'RESPONSE_ERROR_INVALID_REQUEST';
  assert.equal(answer.body.code, code);
  assert.equal(answer.body.request_id, answer.headers.get('x-request-id'));
  assert.equal(answer.headers.get('cache-control'), 'no-store');
}

test('[TOKEN-1] [TOKEN-2] [TOKEN-3] [TOKEN-8] [AUTH-6] a form gets a token, at the top level of the answer', async () => {
  const answer = await ask(good());
  assert.equal(answer.status, 200);
  const { access_token: token, ...rest } = answer.body;
  assert.deepEqual(rest, { token_type: 'bearer', expires_in: 43_200, scope: 'read write' });
  assert.match(token, /^[\w-]{43}$/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal((await service.call('GET', '/me', { token })).body.data.unique_id, 'somebody');
});

test('[TOKEN-5] a parameter given twice is refused, in one place or across both, also one that no grant knows', async () => {
  const form = text(good());
  assertRefusal(await send(`${form}&uniqueid=other`), 'invalid_request', 'uniqueid');
  assertRefusal(await send(`${form}&uniqueid=somebody`), 'invalid_request', 'uniqueid');
  assertRefusal(await send(form, '?uniqueid=somebody'), 'invalid_request', 'uniqueid');
  assertRefusal(await send(form, '?scope=read&scope=read'), 'invalid_request', 'scope');
  assertRefusal(await send(`${form}&%75niqueid=x`), 'invalid_request', 'uniqueid');
  assertRefusal(await send(`${form}&colour=red&colour=red`), 'invalid_request', 'colour');
  assertRefusal(await send(`${form}&client_id=${client.id}`), 'invalid_request', 'client_id');
});

test('[TOKEN-1] [HTTP-7] anything but a form or JSON (COMPAT-3) is refused, even when the query has all that is needed', async () => {
  const query = `?${text(good())}`;
  assertRefusal(await send('x', query, 'text/plain'), 'invalid_request', 'Content-Type');
  const multipart = new FormData();
  for (const [name, value] of Object.entries(good())) multipart.set(name, value);
  const answer = await service.call('POST', '/oauth/token', { body: multipart });
  assertRefusal(answer, 'invalid_request', 'Content-Type');
});

test('[TOKEN-6] broken bytes are refused rather than read as something else', async () => {
  const form = text(without('uniqueid'));
  for (const value of ['%FF', '%ED%A0%80', '%', '%zz', 'a%C3']) {
    assertRefusal(await send(`${form}&uniqueid=${value}`), 'invalid_request', 'uniqueid');
    assertRefusal(await send(form, `?uniqueid=${value}`), 'invalid_request', 'uniqueid');
  }
  assertRefusal(await send(`${form}&uniqueid=a%00b`), 'invalid_request', 'uniqueid');
  assertRefusal(await send(`${form}&%FF=1`), 'invalid_request', 'UTF-8');
  const raw = Buffer.concat([Buffer.from(`${form}&uniqueid=`), Buffer.from([0xff])]);
  assertRefusal(await send(raw), 'invalid_request', 'UTF-8');
  assertRefusal(await send(`${form}&uniqueid=${'x'.repeat(3000)}`), 'invalid_request', 'uniqueid');
});

test('[TOKEN-6] [TOKEN-8] [ERR-8] a form over 1 MiB is 413 in the form of a token error', async () => {
  const answer = await send(`uniqueid=${'x'.repeat(1024 ** 2)}`);
  assert.equal(answer.status, 413);
  assert.equal(answer.body.error, 'invalid_request');
  assert.equal(answer.body.code, 'RESPONSE_ERROR_EXCEED_LIMIT');
  assert.equal(answer.body.request_id, answer.headers.get('x-request-id'));
  assert.equal(answer.headers.get('cache-control'), 'no-store');
});

test('[TOKEN-7] a scope may be asked for, and is never more than the client may have', async () => {
  const scopeOf = async (scope: string, of = client) =>
    ask({ ...good(), client_id: of.id, client_secret: of.secret, scope });
  assert.equal((await scopeOf('read')).body.scope, 'read');
  assert.equal((await scopeOf('write read')).body.scope, 'read write');
  assert.equal((await scopeOf('')).body.scope, 'read write');
  for (const scope of ['admin', 'read admin', 'READ', 'read,write', ' ', '__proto__']) {
    assertRefusal(await scopeOf(scope), 'invalid_scope', 'scope');
  }
  const reader = await service.make.client({ partnerId: partner.id, scope: 'read' });
  const token = await ask({ ...good(), client_id: reader.id, client_secret: reader.secret });
  assert.equal(token.body.scope, 'read');
  assertRefusal(await scopeOf('read write', reader), 'invalid_scope', 'write');
  const write = await service.call('POST', '/me/binders', {
    token: token.body.access_token,
    json: { name: 'x' },
  });
  assert.equal(write.status, 403);
});

test('[TOKEN-9] [AUTH-5] [AUTH-6] an unknown client, a wrong secret and a disabled client are told apart by nobody', async () => {
  const disabled = await service.make.client({ partnerId: partner.id });
  await service.env.db.query('UPDATE clients SET disabled_at = 1 WHERE id = $1', [disabled.id]);
  const other = await service.make.client({ partnerId: partner.id });
  const messages = new Set<string>();
  for (const [client_id, client_secret] of [
    ['C0000000000000000000000', client.secret],
    ['nobody', 'x'],
    [client.id, 'wrong'],
    [client.id, other.secret],
    [client.id, `${client.secret} `],
    [client.id.toLowerCase(), client.secret],
    [disabled.id, disabled.secret],
  ] as const) {
    const answer = await ask({ ...good(), client_id, client_secret });
    assertRefusal(answer, 'invalid_client', 'client', 401);
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
    messages.add(answer.body.message);
  }
  assert.equal(messages.size, 1);
});

test('[TOKEN-10] a grant_type that is missing, unknown, or not allowed for the client', async () => {
  assertRefusal(await ask(without('grant_type')), 'invalid_request', 'grant_type');
  assertRefusal(await ask({}), 'invalid_request', 'grant_type');
  for (const grant_type of [
    'password',
    'constructor',
    `${UNIQUE_IDENTIFIER}/`,
    'grant "type"\\',
    'ü'.repeat(500),
  ]) {
    assertRefusal(await ask({ ...good(), grant_type }), 'unsupported_grant_type', 'grant_type');
  }
  const refresher = await service.make.client({ partnerId: partner.id, grants: ['refresh_token'] });
  const answer = await ask({ ...good(), client_id: refresher.id, client_secret: refresher.secret });
  assertRefusal(answer, 'unauthorized_client', 'grant_type');
  const none = await service.make.client({ partnerId: partner.id, grants: [UNIQUE_IDENTIFIER] });
  const refresh = { ...good(), client_id: none.id, client_secret: none.secret, refresh_token: 'x' };
  assertRefusal(await ask({ ...refresh, grant_type: 'refresh_token' }), 'unauthorized_client', 'grant_type');
});

test('[TOKEN-6] [ERR-10] a failure of ours is a token error that tells nothing of the inside', async () => {
  await service.env.db.query('ALTER TABLE access_tokens RENAME COLUMN expires_at TO broken_expires_at');
  const answer = await ask(good());
  await service.env.db.query('ALTER TABLE access_tokens RENAME COLUMN broken_expires_at TO expires_at');
  assert.equal(answer.status, 500);
  assert.equal(answer.body.code, 'RESPONSE_ERROR_FAILED');
  assert.equal(answer.body.error, 'temporarily_unavailable');
  assert.doesNotMatch(answer.bytes.toString(), /expires_at|column|access_tokens|SELECT/i);
  const logged = service.logLines.find(
    (line) => line.includes(answer.body.request_id) && line.includes('expires_at'),
  );
  assert.ok(logged, 'the log does not tell what failed');
  assert.equal((await ask(good())).status, 200);
});

test('[TOKEN-6] whatever is sent, the answer is a token or a token error', async () => {
  const name = fc.constantFrom(
    ...Object.keys(good()),
    'scope',
    'orgid',
    'language',
    'timezone',
    'refresh_token',
  );
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...Object.values(good())),
    fc.webUrl(),
  );
  const encoded = fc.array(fc.tuple(name, value), { maxLength: 8 }).map((pairs) => {
    const fields = Object.entries(good()).filter(([field]) => !pairs.some(([other]) => other === field));
    return new URLSearchParams([
      ...fields,
      ...pairs.map(([key, text]): [string, string] => [key, text]),
    ]).toString();
  });
  const body = fc.oneof(encoded, fc.string({ unit: 'binary' }), fc.string());
  await fc.assert(
    fc.asyncProperty(body, async (form) => {
      const answer = await send(form);
      if (answer.status === 200) return;
      assert.ok([400, 401].includes(answer.status), JSON.stringify(answer.body));
      assert.equal(typeof answer.body.error, 'string');
    }),
    { numRuns: 100, interruptAfterTimeLimit: 2_000 },
  );
});
