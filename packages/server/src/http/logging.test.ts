import assert from 'node:assert/strict';
import { type Cast, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { redactedUrl } from './logging.ts';
import { sendRaw } from './testing/raw-http.ts';

let service: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService();
  cast = await service.make.cast();
});
afterAll(() => service.close());

test('[AUTH-8] [OPS-4] no token, secret, header or body comes into the log', async () => {
  const { token, readToken, refreshToken } = cast.owner;
  const { id: client_id, secret: client_secret } = cast.client;
  const refresh = { client_id, client_secret, grant_type: 'refresh_token', refresh_token: refreshToken };
  const query = (fields: Record<string, string>) => `?${new URLSearchParams(fields)}`;
  const headers = { 'idempotency-key': 'private-key-of-mine', 'user-agent': 'private-agent' };
  const text = 'private words of mine';
  await service.call('GET', '/me', { token, headers });
  await service.call('GET', `/me?access_token=${readToken}`);
  await service.call('GET', `/me?access_token=${readToken}&access_token=${token}`);
  await service.call('GET', `/me&access_token=${token}`);
  await service.call('GET', `/me;access_token=${token}?${token}`);
  await service.call('GET', `/me?a?access_token=${token}`);
  await service.call('GET', `/me?limit=1?access_token=${token}`);
  await service.call('GET', `/me?access_token%3D${token}`);
  await service.call('GET', `/%?access_token=${token}`);
  await service.call('POST', `/${cast.binderId}/messages`, { token, json: { message: { text } }, headers });
  await service.call('POST', `/${cast.binderId}/messages`, {
    token,
    body: `{"${text}`,
    headers: { 'content-type': 'application/json' },
  });
  await service.call('POST', '/oauth/token', { form: refresh });
  await service.call('POST', `/oauth/token${query(refresh)}`);
  await service.call('POST', '/oauth/token', { form: { ...refresh, client_secret: 'private-guess' } });
  await service.call('POST', `/oauth/revoke${query({ access_token: readToken })}`);
  await service.call('POST', '/oauth/revoke', { form: { access_token: token } });
  await service.call('POST', '/oauth/token', { json: refresh });
  await sendRaw(
    service.origin,
    `GET /v1/me?access_token=${token} HTTP/1.1\r\nX: private-agent\r\nbroken\r\n\r\n`,
  );
  const { db } = service.env;
  await db.query('ALTER TABLE clients RENAME COLUMN grants TO broken_grants');
  await service.call('POST', `/oauth/token${query(refresh)}`);
  await db.query('ALTER TABLE clients RENAME COLUMN broken_grants TO grants');

  await until('the last call is logged', () => service.logLines.at(-1)?.includes('/oauth/token'));
  const log = service.logLines.join('');
  assert.ok(service.logLines.length >= 18);
  for (const secret of [token, readToken, refreshToken, client_secret, 'private', text]) {
    assert.ok(!log.includes(secret), `the log has ${secret}`);
    assert.ok(!log.includes(encodeURIComponent(secret)));
  }
});

test('[OPS-4] a request is one JSON line with its id, method, path, status, time and caller', async () => {
  const user = await service.make.user();
  const answer = await service.call('GET', '/me/binders?limit=5&access_token=x', { token: user.token });
  const good = await service.call('GET', '/me/binders?limit=5', { token: user.token });
  const linesOf = (id: string | null) =>
    service.logLines.map((line) => JSON.parse(line)).filter((line) => line.reqId === id);
  for (const { status, headers } of [answer, good]) {
    const id = headers.get('x-request-id');
    await until('the call is logged', () => linesOf(id).length > 0);
    const lines = linesOf(id);
    assert.equal(lines.length, 1);
    assert.equal(lines[0].status, status);
    assert.equal(lines[0].method, 'GET');
    assert.match(lines[0].url, /^\/v1\/me\/binders\?limit=5/);
    assert.ok(lines[0].ms > 0);
  }
  assert.equal(linesOf(good.headers.get('x-request-id'))[0].user, user.id);
});

test('[AUTH-8] an address is logged without what could be secret', () => {
  for (const [url, visible] of [
    ['/v1/me', '/v1/me'],
    ['/v1/me?limit=5&after=7', '/v1/me?limit=5&after=7'],
    ['/v1/me?access_token=abc&limit=5', '/v1/me?access_token=[redacted]&limit=5'],
    ['/v1/me?abcDEF123', '/v1/me?[redacted]'],
    ['/v1/me?limit=5?access_token=abc', '/v1/me?limit=[redacted]'],
    ['/v1/me&access_token=abc', '/v1/me[redacted]'],
    ['/v1/a%3Faccess_token=abc', '/v1/a[redacted]'],
    ['/v1/me?', '/v1/me?'],
    [
      '/pictures/production/Uabc/4aFJkrl2y1ctSnJwjnwkG7?x=1',
      '/pictures/production/Uabc/[redacted]?x=[redacted]',
    ],
    ['//pictures/sandbox/Uabc/4aFJkrl2y1/', '//pictures/sandbox/Uabc/[redacted]'],
  ] as const) {
    assert.equal(redactedUrl(url), visible);
  }
});
