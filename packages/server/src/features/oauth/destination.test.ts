import assert from 'node:assert/strict';
import { newVisitor } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { test } from 'vitest';
import { destinationOf } from './sign-in/paths.ts';
import { createFixture, PASSWORD } from './testing/fixture.ts';

test('[SIGNIN-1] nobody is sent to another site after signing in', () => {
  const { env } = service;
  const good = [
    '/v1/oauth/authorize?client_id=x',
    '/account',
    '/admin',
    '/',
    '/home',
    '/?q=loan',
    '/b/B1/chat/7',
  ];
  for (const path of good) assert.equal(destinationOf(env, path), path);
  for (const path of ['/acc\r\nount', '/\taccount', '/x/../account', '/account#https://evil.example/'])
    assert.equal(destinationOf(env, path), '/account', path);
  for (const path of [
    'https://evil.example/',
    '//evil.example/v1/oauth/authorize',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    '/v1/../..//evil.example',
    '/v1/oauth/authorize/../../../evil',
    '/v1/oauth/revoke',
    '/sandbox/v1/oauth/authorize',
    'javascript:alert(1)',
    '/%2F/evil.example',
    '',
    ` /account`,
    `/account${'x'.repeat(9_000)}`,
    '/v1/oauth/authorize?client_id=%00',
    '/v1/oauth/authorize?client_id=C&org_id=a%00b',
  ])
    assert.equal(destinationOf(env, path), '/', path);
  const sandbox = { ...env, basePath: '/sandbox/v1' };
  for (const path of ['', '/', '/sandbox', '/sandbox/', '/home'])
    assert.equal(destinationOf(sandbox, path), '/sandbox/', path);
  assert.equal(destinationOf(sandbox, '/sandbox/?new'), '/sandbox/?new');
});

test('[SIGNIN-1] NUL in the address that a sign-in leads to breaks neither the page nor its form', async () => {
  const { user } = await createFixture(service);
  for (const query of ['client_id=%00', 'client_id=C&org_id=%00']) {
    const next = `/v1/oauth/authorize?${query}`;
    const visitor = newVisitor(service.origin);
    const page = await visitor.get(`/sign-in?${new URLSearchParams({ next })}`);
    assert.equal(page.status, 200, query);
    const view = await visitor.submit(page, { email: user.email, password: PASSWORD, next });
    assert.deepEqual([view.status, view.location], [303, '/'], query);
  }
});
