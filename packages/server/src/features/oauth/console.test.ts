import assert from 'node:assert/strict';
import { adminOf, newVisitor, startService, type TestService, type Visitor } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createFixture } from './testing/fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function admin() {
  const fixture = await createFixture(service);
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [fixture.user.id]);
  return { fixture, visitor: await fixture.signedIn() };
}

const cookiesOf = (visitor: Visitor) => [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
const ask =
  (path: string) =>
  (visitor: Visitor, headers: Record<string, string> = { origin: service.origin }) =>
    service.call('POST', path, { json: {}, headers: { cookie: cookiesOf(visitor), ...headers } });
const tokenFor = ask('/admin/session-token');
const appTokenFor = ask('/session-token');

test('[ORG-26] the console of an admin who is signed in gets a token that ends with the session', async () => {
  const { fixture, visitor } = await admin();
  const answers = await Promise.all([tokenFor(visitor), tokenFor(visitor), tokenFor(visitor)]);
  for (const { status, body, headers } of answers) {
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(body.data.expires_in, 900);
    assert.equal(body.data.user_id, fixture.user.id);
  }
  const token = answers[0]?.body.data.access_token;
  assert.equal((await service.call('GET', `/orgs/${fixture.user.orgId}`, { token })).status, 200);
  const listed = await service.call('GET', `/orgs/${fixture.user.orgId}/tokens?user_id=${fixture.user.id}`, {
    token,
  });
  assert.equal(listed.status, 200);
  const names = listed.body.data.tokens.map(({ client }: { client: { name: string } }) => client.name);
  assert.ok(!names.includes('Console'), '[ORG-20] it is of the session that is listed');
  const account = await visitor.get('/account');
  await visitor.submit(account, {});
  assert.equal((await service.call('GET', '/me', { token })).status, 401);
  const { clients } = (
    await service.call('GET', `/partners/${fixture.partner.id}/clients`, {
      token: await partnerAdmin(fixture),
    })
  ).body.data;
  assert.deepEqual(
    clients.map(({ name }: { name: string }) => name),
    ['Test client'],
    'the console is no app of the partner',
  );
});

test('[APP-2] the app of whoever is signed in gets a token that ends with the session', async () => {
  const fixture = await createFixture(service);
  const visitor = await fixture.signedIn();
  const { status, body, headers } = await appTokenFor(visitor);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.deepEqual([body.data.user_id, body.data.expires_in], [fixture.user.id, 900]);
  const { access_token: token } = body.data;
  assert.equal((await service.call('GET', '/me/binders', { token })).status, 200);
  assert.equal((await service.call('POST', '/me/binders', { token, json: { name: 'Mine' } })).status, 200);
  await visitor.submit(await visitor.get('/account'), {});
  assert.equal((await service.call('GET', '/me', { token })).status, 401);
});

test('[APP-2] nobody else gets one: no session, another site', async () => {
  assert.equal((await appTokenFor(newVisitor(service.origin))).status, 401);
  const visitor = await (await createFixture(service)).signedIn();
  for (const site of ['cross-site', 'same-site', 'none'])
    assert.equal((await appTokenFor(visitor, { 'sec-fetch-site': site })).status, 403, site);
  for (const origin of ['null', 'https://evil.example'])
    assert.equal((await appTokenFor(visitor, { origin })).status, 403, origin);
  assert.equal((await appTokenFor(visitor, {})).status, 403, 'and what does not say where it comes from');
});

test('[USER-10] [APP-2] the browser of a disabled person learns the reason once, and nothing after the account is enabled', async () => {
  const { user, signedIn } = await createFixture(service);
  const [visitor, other] = [await signedIn(), await signedIn()];
  const admin = await adminOf(service, user);
  const setDisabled = async (disabled: boolean) => {
    const path = `/orgs/${user.orgId}/users/${user.id}`;
    assert.equal((await service.call('POST', path, { token: admin.token, json: { disabled } })).status, 200);
  };
  await setDisabled(true);
  const { status, body } = await appTokenFor(visitor);
  assert.equal(status, 403);
  assert.match(body.message, /the account is disabled/);
  const page = await visitor.get('/sign-in');
  assert.equal(page.status, 403);
  assert.match(page.text, /Your account is disabled/);
  assert.match(page.text, new RegExp(`data-user="${user.id}" data-next=""`));
  assert.match((await visitor.get('/sign-in')).text, /autocomplete="current-password"/);
  assert.equal((await appTokenFor(visitor)).status, 401);
  await setDisabled(false);
  assert.equal((await appTokenFor(other)).status, 401, 'the session does not come back');
  assert.match((await other.get('/sign-in')).text, /autocomplete="current-password"/);
});

async function partnerAdmin(fixture: Awaited<ReturnType<typeof createFixture>>): Promise<string> {
  const user = await service.make.user({ partner: fixture.partner, client: fixture.client });
  await service.env.db.query('UPDATE users SET is_partner_admin = true WHERE id = $1', [user.id]);
  return user.token;
}

test('[ORG-26] nobody else gets one: no session, no admin, another site', async () => {
  assert.equal((await tokenFor(newVisitor(service.origin))).status, 401);
  const member = await (await createFixture(service)).signedIn();
  assert.equal((await tokenFor(member)).status, 403);
  const { visitor } = await admin();
  for (const site of ['cross-site', 'same-site', 'none'])
    assert.equal((await tokenFor(visitor, { 'sec-fetch-site': site })).status, 403, site);
  const { host, port } = new URL(service.origin);
  for (const origin of [
    'null',
    '',
    'https://evil.example',
    `http://sibling.${host}`,
    `http://${host}.evil.example`,
    `http://127.0.0.1:${Number(port) + 1}`,
    'http://127.0.0.1',
  ])
    assert.equal((await tokenFor(visitor, { origin })).status, 403, `from ${origin}`);
  assert.equal((await tokenFor(visitor, {})).status, 403, 'and what does not say where it comes from');
  const forged = { origin: service.origin, 'sec-fetch-site': 'same-site' };
  assert.equal((await tokenFor(visitor, forged)).status, 403);
  assert.equal((await tokenFor(visitor, { 'sec-fetch-site': 'same-origin' })).status, 200);
});

test('[ORG-26] behind a proxy that calls by another host, the public address is the own one', async (context) => {
  const { fixture, visitor } = await admin();
  const proxied = await startService({
    beside: service,
    config: { publicUrl: 'https://binders.example.com' },
  });
  context.onTestFinished(() => proxied.close());
  proxied.env.baseUrl = () => 'https://binders.example.com/v1/';
  const value = visitor.cookies.get('ringbinder-session');
  const ask = (origin: string) =>
    proxied.call('POST', '/admin/session-token', {
      headers: { cookie: `__Host-ringbinder-session=${value}`, origin },
    });
  const { status, body } = await ask('https://binders.example.com');
  assert.equal(status, 200);
  assert.equal(body.data.user_id, fixture.user.id);
  for (const origin of ['http://binders.example.com', 'https://binders.example.com:8443'])
    assert.equal((await ask(origin)).status, 403, origin);
});
