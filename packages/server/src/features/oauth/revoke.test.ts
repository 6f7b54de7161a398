import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { type MadeUser, startService, type TestService, until } from '@ringbinder/testkit';

let service: TestService;
let user: MadeUser;
before(async () => {
  service = await startService();
  user = await service.make.user();
});
after(() => service.close());

const revoke = (token: string) => service.call('POST', '/oauth/revoke', { form: { access_token: token } });
const statusOf = async (token: string) => (await service.call('GET', '/me', { token })).status;

test('[REVOKE-1] [REVOKE-2] [AUTH-11] a revoked token is 401 at the next call, warm as it was', async () => {
  const { token, readToken } = await service.make.user();
  assert.equal(await statusOf(token), 200);
  const answer = await revoke(token);
  assert.equal(answer.status, 200);
  assert.equal(answer.bytes.toString(), '{"code":"RESPONSE_SUCCESS"}');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const refused = await service.call('GET', '/me', { token });
  assert.equal(refused.status, 401);
  assert.equal(refused.body.code, 'RESPONSE_ERROR_INVALID_TOKEN');
  assert.equal(await statusOf(readToken), 200);
});

test('[REVOKE-1] the token may come in the query, as with every token call', async () => {
  const { token } = await service.make.user();
  assert.equal((await service.call('POST', `/oauth/revoke?access_token=${token}`)).status, 200);
  assert.equal(await statusOf(token), 401);
});

test('[REVOKE-2] an unknown and an already revoked token are answered alike', async () => {
  const { token, refreshToken } = await service.make.user();
  for (const text of [token, token, 'unknown', refreshToken, 'x'.repeat(2048)]) {
    const answer = await revoke(text);
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, { code: 'RESPONSE_SUCCESS' });
  }
});

test('[REVOKE-3] without access_token, or with two, it is 400', async () => {
  const { token } = await service.make.user();
  for (const form of ['', 'access_token=', 'token=x', `access_token=${token}&access_token=${token}`]) {
    const answer = await service.call('POST', '/oauth/revoke', {
      body: form,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.equal(answer.status, 400);
    assert.equal(answer.body.error, 'invalid_request');
    assert.match(answer.body.message, /access_token/);
  }
  assert.equal(await statusOf(token), 200);
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
  mock.method(db, 'query', async (text: string, values?: readonly unknown[]) => {
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
    mock.restoreAll();
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
