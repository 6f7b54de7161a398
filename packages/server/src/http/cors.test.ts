import assert from 'node:assert/strict';
import type { CreatedUser } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let user: CreatedUser;
beforeAll(async () => {
  user = await service.make.user();
});

const ORIGIN = { origin: 'https://app.example' };

function assertOpen(headers: Headers): void {
  assert.equal(headers.get('access-control-allow-origin'), '*');
  assert.equal(headers.get('access-control-allow-credentials'), null);
}

test('[HTTP-26] any origin reads answers, refusals too, and the headers that matter', async () => {
  for (const [method, path, options] of [
    ['GET', '/me', { token: user.token }],
    ['GET', '/me', {}],
    ['GET', '/nothing', {}],
    [
      'POST',
      '/me/binders',
      { token: user.token, body: '{', headers: { 'content-type': 'application/json' } },
    ],
    ['POST', '/oauth/token', { form: { grant_type: 'x' } }],
    ['POST', '/oauth/revoke', { form: { access_token: 'x' } }],
  ] as const) {
    const answer = await service.call(method, path, {
      ...options,
      headers: { ...ORIGIN, ...('headers' in options ? options.headers : {}) },
    });
    assertOpen(answer.headers);
    const exposed = answer.headers.get('access-control-expose-headers')?.split(', ') ?? [];
    for (const name of [
      'X-Request-Id',
      'Retry-After',
      'RateLimit-Remaining',
      'Idempotent-Replayed',
      'Ringbinder-Ignored',
    ]) {
      assert.ok(exposed.includes(name), name);
    }
  }
});

test('[HTTP-26] [HTTP-22] a preflight is answered without a token', async () => {
  for (const path of ['/me', '/oauth/token', '/oauth/revoke', '/Bxyz/messages', '/nothing']) {
    const answer = await service.call('OPTIONS', path, {
      headers: {
        ...ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type, idempotency-key',
      },
    });
    assert.equal(answer.status, 204, path);
    assertOpen(answer.headers);
    assert.ok(answer.headers.get('x-request-id'));
    const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase().split(', ') ?? [];
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'prefer', 'range']) {
      assert.ok(allowed.includes(name), name);
    }
    const methods = answer.headers.get('access-control-allow-methods')?.split(', ') ?? [];
    for (const method of ['GET', 'POST', 'DELETE']) assert.ok(methods.includes(method), method);
    assert.equal(answer.headers.get('access-control-max-age'), '600');
  }
});

test('[HTTP-26] OPTIONS that is no preflight is answered too', async () => {
  const answer = await service.call('OPTIONS', '/me');
  assert.equal(answer.status, 204);
  assertOpen(answer.headers);
});

test('[HTTP-26] what is for operators is not open to pages of other origins', async () => {
  for (const path of ['/metrics', '/readyz', '/healthz', '/readyz?x=1'])
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await fetch(`${service.origin}${path}`, {
        method,
        headers: { ...ORIGIN, 'access-control-request-method': 'GET' },
      });
      const open = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
      assert.deepEqual(open, [], `${method} ${path}`);
    }
});
