import assert from 'node:assert/strict';
import { startService, type TestService } from '@ringbinder/testkit';
import { type CreatedUser, createFactory } from '@ringbinder/testkit/factory.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { canonicalUrl } from './rewrite-url.ts';

let service: TestService;
let user: CreatedUser;
let binderId: string;
beforeAll(async () => {
  service = await startService({ environments: ['production', 'sandbox'] });
  user = await service.make.user();
  binderId = await service.make.binder(user);
});
afterAll(() => service.close());

async function call(path: string, options: RequestInit = {}, token = user.token) {
  const headers = { authorization: `Bearer ${token}`, ...options.headers };
  const answer = await fetch(service.origin + path, { redirect: 'manual', ...options, headers });
  const text = await answer.text();
  return { status: answer.status, text, headers: answer.headers };
}

const binder = `B${'x'.repeat(22)}`;

test('[COMPAT-5] [COMPAT-6] an address is routed by what it means, and no other address is touched', () => {
  for (const [sent, meant] of [
    ['/me', '/v1/me'],
    ['/me?access_token=x', '/v1/me?access_token=x'],
    ['/me/binders?filter=all//x', '/v1/me/binders?filter=all//x'],
    ['/oauth/token', '/v1/oauth/token'],
    ['/apps/token?client_id=C', '/v1/apps/token?client_id=C'],
    ['/meets/schedule', '/v1/meets/schedule'],
    [`/${binder}`, `/v1/${binder}`],
    [`/${binder}/pages/`, `/v1/${binder}/pages/`],
    ['//me', '/v1/me'],
    ['/v1//me', '/v1/me'],
    ['//v1///me', '/v1/me'],
    ['/sandbox//v1//me', '/sandbox/v1/me'],
    ['/sandbox/oauth/token', '/sandbox/v1/oauth/token'],
  ] as const)
    assert.equal(canonicalUrl(sent), meant, sent);
  for (const url of [
    '/',
    '//',
    '/v1',
    '/v1/',
    '/v1/me',
    '/sandbox',
    '/sandbox/v1/me',
    '/sandbox/sign-in',
    '/sandbox/admin/orgs',
    '/meadow',
    '/me.js',
    '/oauth2/token',
    '/.well-known/oauth-authorization-server/v1',
    '/orgs',
    '/partners/x',
    '/setup',
    '/admin',
    '/board/production/x',
    `/${binder}x`,
    '//metrics',
    '//readyz',
    '//admin',
    '//sign-in',
    `/v1/${binder}//pages`,
    `/v1/${binder}/transactions//steps/1`,
    '/v12/me',
    '*',
    'http://elsewhere.example/v1//me',
  ])
    assert.equal(canonicalUrl(url), url);
});

test('[COMPAT-5] existing clients call without the version, and the answers are those of /v1/', async () => {
  for (const path of ['/me', '/me/binders?filter=all&sort=feeds', `/${binderId}`, `/${user.id}/categories`]) {
    const [atRoot, below] = [await call(path), await call(`/v1${path}`)];
    assert.equal(atRoot.status, 200, path);
    assert.deepEqual(JSON.parse(atRoot.text).code, 'RESPONSE_SUCCESS');
    assert.equal(
      Object.keys(JSON.parse(atRoot.text).data).join(),
      Object.keys(JSON.parse(below.text).data).join(),
    );
  }
  const posted = await call(`/${binderId}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'root' },
    body: JSON.stringify({ message: { text: 'at the root' } }),
  });
  assert.equal(posted.status, 200, posted.text);
  const again = await call(`/v1/${binderId}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'root' },
    body: JSON.stringify({ message: { text: 'at the root' } }),
  });
  assert.equal(again.headers.get('idempotent-replayed'), 'true', 'one call, whichever address it has');
  assert.equal((await call('/me', {}, 'unknown')).status, 401);
  assert.equal((await call('/oauth/revoke', { method: 'POST' })).status, 400);
  const authorize = await call('/oauth/authorize?client_id=none');
  assert.match(authorize.headers.get('content-type') ?? '', /^text\/html/);
});

test('[COMPAT-5] the sandbox has its own, and a token of one is unknown in the other', async () => {
  const { sandbox } = service.environments;
  assert.ok(sandbox);
  const there = await createFactory(sandbox).user();
  assert.equal((await call('/sandbox/me', {}, there.token)).status, 200);
  assert.equal((await call('/sandbox/me')).status, 401);
  assert.equal((await call('/me', {}, there.token)).status, 401);
});

test('[COMPAT-5] pages of the host are none of the API, and administration has no second address', async () => {
  for (const [path, status, type] of [
    ['/docs', 200, /html/],
    ['/openapi.json', 200, /json/],
    ['/sign-in', 200, /html/],
    ['/healthz', 200, /json/],
    [`/orgs/${user.orgId}`, 400, /json/],
    [`/partners/${user.partnerId}`, 400, /json/],
  ] as const) {
    const answer = await call(path);
    assert.equal(answer.status, status, path);
    assert.match(answer.headers.get('content-type') ?? '', type, path);
  }
});

test('[COMPAT-6] a double slash behind the base address is one; further on an id is missing, and nothing is done', async () => {
  assert.equal((await call('/v1//me')).status, 200);
  assert.equal((await call('//v1//me/binders')).status, 200);
  assert.equal((await call(`/v1//${binderId}/messages`)).status, 200);
  assert.equal((await call(`/v1/${binderId}//messages`)).status, 400);
  assert.equal((await call(`/v1/${binderId}//pages/1`, { method: 'DELETE' })).status, 400);
  for (const path of ['//metrics', '//healthz', '//readyz', '//docs'])
    assert.equal((await call(path)).status, 400, path);
});

test('[COMPAT-12] wherever a token is refused the body says invalid_token, beside code, message and request_id', async () => {
  for (const [path, token] of [
    ['/v1/me', 'unknown'],
    ['/me', 'unknown'],
    [`/v1/${binderId}/messages`, 'unknown'],
    ['/v1/apps/events', 'unknown'],
    ['/v1/me', '!'],
  ] as const) {
    const { status, text, headers } = await call(path, {}, token);
    const { error, code, message, request_id, ...rest } = JSON.parse(text);
    assert.deepEqual([status, error, code, rest], [401, 'invalid_token', 'RESPONSE_ERROR_INVALID_TOKEN', {}]);
    assert.equal(request_id, headers.get('x-request-id'));
    assert.match(message, /token/);
  }
  const bare = await fetch(`${service.origin}/v1/me`);
  assert.equal(((await bare.json()) as { error: string }).error, 'invalid_token');
  const other = JSON.parse((await call('/v1/nothing')).text);
  assert.equal('error' in other, false, 'only where a token is refused');
});
