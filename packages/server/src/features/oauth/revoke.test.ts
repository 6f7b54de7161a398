import assert from 'node:assert/strict';
import { type CreatedUser, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test, vi } from 'vitest';

let service: TestService;
let user: CreatedUser;
beforeAll(async () => {
  service = await startService();
  user = await service.make.user();
});
afterAll(() => service.close());

const revoke = (token: string) => service.call('POST', '/oauth/revoke', { form: { access_token: token } });
const statusOf = async (token: string) => (await service.call('GET', '/me', { token })).status;

async function ownClient() {
  const partner = await service.make.partner();
  const client = await service.make.client({ partnerId: partner.id });
  return { partner, client, user: await service.make.user({ partner, client }) };
}

test('[REVOKE-4] a client revokes its access token, and with a refresh token all of its authorisation', async () => {
  const { user, client } = await ownClient();
  const { token, refreshToken, readToken } = user;
  const secret = { client_id: client.id, client_secret: client.secret };
  const call = (form: Record<string, string>) =>
    service.call('POST', '/oauth/revoke', { form: { ...secret, ...form } });
  const refresh = () =>
    service.call('POST', '/oauth/token', {
      form: { ...secret, grant_type: 'refresh_token', refresh_token: refreshToken },
    });
  assert.equal(await statusOf(token), 200);
  for (const hint of ['access_token', 'refresh_token', 'something']) {
    const answer = await call({ token: 'unknown', token_type_hint: hint });
    assert.deepEqual([answer.status, answer.body], [200, { code: 'RESPONSE_SUCCESS' }]);
  }
  assert.equal((await call({ token, token_type_hint: 'refresh_token' })).status, 200, 'a hint that is wrong');
  assert.equal(await statusOf(token), 401);
  const next = (await refresh()).body;
  assert.equal(await statusOf(next.access_token), 200, 'the authorisation lives on');
  assert.equal((await call({ token: next.refresh_token })).status, 200);
  assert.equal(await statusOf(next.access_token), 401);
  const refused = await service.call('POST', '/oauth/token', {
    form: { ...secret, grant_type: 'refresh_token', refresh_token: next.refresh_token },
  });
  assert.equal(refused.body.error, 'invalid_grant');
  assert.equal(await statusOf(readToken), 200, 'another authorisation of the same user and client');
});

test('[REVOKE-4] nobody revokes the token of another client, and the answer tells nothing of it', async () => {
  const { user, client, partner } = await ownClient();
  const { token, refreshToken } = user;
  const other = await service.make.client({ partnerId: partner.id });
  const call = (form: Record<string, string>) => service.call('POST', '/oauth/revoke', { form });
  const bodies = [];
  for (const own of [token, refreshToken, 'unknown']) {
    const { status, body } = await call({ token: own, client_id: other.id, client_secret: other.secret });
    assert.equal(status, 200);
    bodies.push(JSON.stringify(body));
  }
  assert.equal(new Set(bodies).size, 1);
  const { id: client_id, secret: client_secret } = client;
  const cases: [Record<string, string>, number, string][] = [
    [{ token, client_id, client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ token, client_id: 'Cunknown', client_secret }, 401, 'invalid_client'],
    [{ token, client_id }, 400, 'invalid_request'],
    [{ token }, 400, 'invalid_request'],
    [{ token, access_token: token, client_id, client_secret }, 400, 'invalid_request'],
  ];
  for (const [form, status, error] of cases) {
    const answer = await call(form);
    assert.deepEqual([answer.status, answer.body.error], [status, error], JSON.stringify(form));
  }
  assert.equal(await statusOf(token), 200);
});

test('[REVOKE-4] [LIMIT-8] a secret is not guessed through revocation either', async (context) => {
  const strict = await startService({ beside: service, config: { failedTokenCallsPerMinute: 3 } });
  context.onTestFinished(() => strict.close());
  const { client } = await ownClient();
  const call = (client_secret: string) =>
    strict.call('POST', '/oauth/revoke', { form: { token: 'x', client_id: client.id, client_secret } });
  for (const guess of ['a', 'b', 'c']) assert.equal((await call(guess)).status, 401);
  assert.equal((await call(client.secret)).status, 429);
});

test('[REVOKE-1] [AUTH-11] a look-up that a revocation overtakes is not kept', async () => {
  const { token } = await service.make.user();
  const { db } = service.env;
  const { query } = db;
  let waiting = false;
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.spyOn(db, 'query').mockImplementation(async (text: string, values?: readonly unknown[]) => {
    const rows = await query(text, values);
    if (text.includes('FROM access_tokens t') && !waiting) {
      waiting = true;
      await gate;
    }
    return rows;
  });
  try {
    const overtaken = statusOf(token);
    await until('the look-up has its answer', () => waiting);
    assert.equal((await revoke(token)).status, 200);
    release();
    assert.equal(await overtaken, 200);
    assert.equal(await statusOf(token), 401);
  } finally {
    vi.restoreAllMocks();
  }
});

test('[REVOKE-1] a revocation that failed has revoked nothing, and can be tried again', async () => {
  assert.equal(await statusOf(user.token), 200);
  await service.env.db.query('ALTER TABLE access_tokens RENAME TO hidden_tokens');
  assert.equal((await revoke(user.token)).status, 500);
  await service.env.db.query('ALTER TABLE hidden_tokens RENAME TO access_tokens');
  assert.equal(await statusOf(user.token), 200);
  assert.equal((await revoke(user.token)).status, 200);
  assert.equal(await statusOf(user.token), 401);
});
