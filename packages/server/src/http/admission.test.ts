import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type Answer, type CreatedUser, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test, vi } from 'vitest';

let service: TestService;
let user: CreatedUser;
beforeAll(async () => {
  service = await startService();
  user = await service.make.user();
});
afterAll(() => service.close());

const withHeader = (authorization: string, path = '/me') =>
  service.call('GET', path, { headers: { authorization } });
const statusOf = async (token: string) => (await service.call('GET', '/me', { token })).status;

function assert401(answer: Answer): void {
  assert.equal(answer.status, 401, JSON.stringify(answer.body));
  assert.equal(answer.body.code, 'RESPONSE_ERROR_INVALID_TOKEN');
  assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
  assert.equal(answer.body.request_id, answer.headers.get('x-request-id'));
}

async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(service.env.db, 'query');
  await work();
  const count = spy.mock.calls.length;
  spy.mockRestore();
  return count;
}

test('[AUTH-1] the token comes in the header or in the query', async () => {
  assert.equal((await withHeader(`Bearer ${user.token}`)).body.data.id, user.id);
  const byQuery = await service.call('GET', `/me?access_token=${user.token}`);
  assert.equal(byQuery.body.data.id, user.id);
  assert.equal(byQuery.headers.get('cache-control'), 'private');
  const created = await service.call('POST', `/me/binders?access_token=${user.token}`, {
    json: { name: 'x' },
  });
  assert.equal(created.status, 200);
});

test('[AUTH-2] a token in both places, or twice in the query, is 400', async () => {
  for (const query of [`access_token=${user.token}`, 'access_token=', 'access_token=x&access_token=y']) {
    const answer = await withHeader(`Bearer ${user.token}`, `/me?${query}`);
    assert.equal(answer.status, 400);
    assert.equal(answer.body.errors[0].path, 'access_token');
  }
  const twice = await service.call('GET', `/me?access_token=${user.token}&access_token=${user.token}`);
  assert.equal(twice.status, 400);
});

test('[AUTH-3] the word Bearer is read without regard to case', async () => {
  for (const word of ['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer ']) {
    assert.equal((await withHeader(`${word} ${user.token}`)).status, 200, word);
  }
});

test('[AUTH-4] [AUTH-5] [ERR-3] no token and a malformed or unknown one are 401', async () => {
  assert401(await service.call('GET', '/me'));
  assert401(await service.call('GET', '/me?access_token='));
  assert401(await service.call('POST', '/me/binders', { json: { name: 'x' } }));
  for (const header of [
    user.token,
    'Bearer',
    'Bearer ',
    `Bearer${user.token}`,
    `Basic ${user.token}`,
    `Bearer ${user.token} ${user.token}`,
    `Bearer ${user.token},`,
    `Bearer "${user.token}"`,
    'Bearer ünknown',
    `Bearer ${user.token.slice(0, -1)}`,
    `Bearer ${user.token}x`,
    `Bearer ${user.token.toUpperCase()}`,
    `Bearer ${user.refreshToken}`,
    `Bearer ${'x'.repeat(8_000)}`,
  ]) {
    assert401(await withHeader(header));
  }
  for (const token of ['%00', '%FF', "'--", 'x'.repeat(8_000), '%F0%9F%98%80']) {
    assert401(await service.call('GET', `/me?access_token=${token}`));
  }
});

test('[AUTH-4] an expired token is 401, also one that is warm', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const { token } = await service.make.user();
  service.clock.advance(43_199_000);
  assert.equal(await statusOf(token), 200);
  service.clock.advance(2_000);
  assert401(await service.call('GET', '/me', { token }));
  user = await service.make.user();
});

test('[AUTH-4] the tokens of a disabled user, org or client are 401', async () => {
  const { db } = service.env;
  for (const table of ['users', 'orgs', 'clients']) {
    const partner = await service.make.partner();
    const client = await service.make.client({ partnerId: partner.id });
    const { id, token } = await service.make.user({ partner, client });
    const row = { users: id, orgs: partner.orgId, clients: client.id }[table];
    await db.query(`UPDATE ${table} SET disabled_at = 1 WHERE id = $1`, [row]);
    assert401(await service.call('GET', '/me', { token }));
    await db.query(`UPDATE ${table} SET disabled_at = NULL WHERE id = $1`, [row]);
    assert.equal(await statusOf(token), 200);
  }
});

test('[AUTH-7] the database knows a token as its SHA-256 and not otherwise', async () => {
  const { token, refreshToken } = await service.make.user();
  assert.match(token, /^[\w-]{43}$/);
  const { db } = service.env;
  for (const [table, text] of [
    ['access_tokens', token],
    ['refresh_tokens', refreshToken],
  ] as const) {
    const hash = createHash('sha256').update(text).digest();
    assert.equal((await db.query(`SELECT FROM ${table} WHERE hash = $1`, [hash])).length, 1);
    const rows = await db.query<{ row: string }>(`SELECT row_to_json(t)::text AS row FROM ${table} t`);
    const inHex = Buffer.from(text).toString('hex');
    for (const { row } of rows) assert.ok(!row.includes(text) && !row.includes(inHex));
  }
});

test('[AUTH-9] a token of scope `read` may GET and nothing else', async () => {
  const binderId = await service.make.binder(user);
  const call = (method: string, path: string, json?: unknown) =>
    service.call(method, path, { token: user.readToken, ...(json === undefined ? {} : { json }) });
  assert.equal((await call('GET', `/${binderId}`)).status, 200);
  for (const answer of [
    await call('POST', '/me/binders', { name: 'x' }),
    await call('POST', `/${binderId}/messages`, { message: { text: 'x' } }),
    await call('POST', `/${binderId}/pageupload`),
    await call('DELETE', `/${binderId}`),
  ]) {
    assert.equal(answer.status, 403);
    assert.equal(answer.body.code, 'RESPONSE_ERROR_PERMISSION');
  }
});

test('[AUTH-10] a token that was checked a moment ago costs no query', async () => {
  const { token } = await service.make.user();
  const call = async () => assert.equal((await service.call('GET', '/Bshort', { token })).status, 400);
  assert.equal(await countQueries(call), 1);
  assert.equal(await countQueries(async () => Promise.all(Array.from({ length: 20 }, call))), 0);
  const { performance } = globalThis;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_001);
  assert.equal(await countQueries(call), 1);
  vi.restoreAllMocks();
});
