import assert from 'node:assert/strict';
import { newVisitor, type View } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { test } from 'vitest';
import { createFixture } from './testing/fixture.ts';

test('[OAUTH-10] consent is asked for once, again for more, and never for a trusted client', async () => {
  const one = await createFixture(service);
  const person = await one.signedIn();
  const ask = (scope?: string) => person.get(one.authorizeUrl({ scope }));
  const answer = await ask('read');
  assert.equal(answer.status, 200);
  const denied = await person.submit(answer, { decision: 'deny' });
  assert.equal(new URL(denied.location ?? 'none:').searchParams.get('error'), 'access_denied');
  assert.equal((await ask('read')).status, 200, 'a refusal is not remembered');
  await person.submit(await ask('read'), { decision: 'allow' });
  assert.equal((await ask('read')).status, 303);
  const more = await ask('read write');
  assert.equal(more.status, 200, 'more is asked for again');
  await person.submit(more, { decision: 'allow' });
  assert.equal((await ask()).status, 303);
  assert.equal((await ask('read')).status, 303);
  const trusted = await createFixture(service);
  const other = await trusted.signedIn();
  assert.equal((await other.get(trusted.authorizeUrl())).status, 200);
  await service.env.db.query(
    'INSERT INTO org_trusted_clients (org_id, client_id, created_at) VALUES ($1, $2, 1)',
    [trusted.user.orgId, trusted.client.id],
  );
  assert.equal((await other.get(trusted.authorizeUrl())).status, 303);
});

test('[OAUTH-11] [SIGNIN-2] the pages run no script, are kept nowhere and cannot be framed', async () => {
  const person = newVisitor(service.origin);
  const one = await createFixture(service);
  const signedIn = await one.signedIn();
  const consent = await signedIn.get(one.authorizeUrl());
  assert.ok(consent.text.includes('Allow Test client?'));
  for (const { headers } of [await person.get('/sign-in'), await signedIn.get('/account'), consent]) {
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  }
});

test('[OAUTH-11] a form that another site sent, or that was made for another browser, is refused', async () => {
  const one = await createFixture(service);
  const person = await one.signedIn();
  const consent = await person.get(one.authorizeUrl());
  const otherPartner = await one.signedIn();
  const token = /name="form_token" value="([^"]+)"/.exec(consent.text)?.[1] ?? '';
  const url = one.authorizeUrl();
  const tries: [string, Promise<View>][] = [
    ['no token', person.post(url, { decision: 'allow' })],
    ['an empty token', person.post(url, { decision: 'allow', form_token: '' })],
    ['the token of another browser', otherPartner.post(url, { decision: 'allow', form_token: token })],
    [
      'another site',
      person.post(url, { decision: 'allow', form_token: token }, { 'sec-fetch-site': 'cross-site' }),
    ],
    [
      'another subdomain',
      person.post(url, { decision: 'allow', form_token: token }, { 'sec-fetch-site': 'same-site' }),
    ],
    [
      'a sign-in from elsewhere',
      newVisitor(service.origin).post('/sign-in', {
        email: one.user.email,
        password: 'correct horse battery',
      }),
    ],
  ];
  for (const [what, sent] of tries) {
    const view = await sent;
    assert.equal(view.status, 403, what);
    assert.equal(view.location, null);
    assert.ok(!view.headers.getSetCookie().some((cookie) => cookie.includes('session')));
  }
  assert.equal((await person.get(url)).status, 200, 'nothing was allowed');
});

test('[OAUTH-11] a form that fits its cookie is refused when a browser without Sec-Fetch-Site sent it from elsewhere', async () => {
  // A sibling domain can set a cookie for the site, so the attacker can control both the form and the cookie.
  const one = await createFixture(service);
  const person = await one.signedIn();
  const attacker = newVisitor(service.origin);
  const page = await attacker.get('/sign-in');
  const form_token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  person.cookies.set('ringbinder-form', attacker.cookies.get('ringbinder-form') ?? '');
  const { host, port } = new URL(service.origin);
  const send = (path: string, origin: string, fields: Record<string, string>) =>
    person.post(path, { ...fields, form_token }, { origin });
  for (const origin of [
    'null',
    `http://sibling.${host}`,
    'https://evil.example',
    `http://127.0.0.1:${Number(port) + 1}`,
  ]) {
    const tries = [
      send(one.authorizeUrl(), origin, { decision: 'allow' }),
      send('/sign-in', origin, { email: one.user.email, password: 'correct horse battery' }),
      send('/sign-out', origin, {}),
      send('/password', origin, { old: 'correct horse battery', password: 'what the attacker likes' }),
      send('/forgotten-password', origin, { email: one.user.email }),
    ];
    for (const { status } of await Promise.all(tries)) assert.equal(status, 403, origin);
  }
  assert.equal((await person.get('/account')).status, 200, 'still signed in');
  assert.equal((await send(one.authorizeUrl(), service.origin, { decision: 'deny' })).status, 303);
});
