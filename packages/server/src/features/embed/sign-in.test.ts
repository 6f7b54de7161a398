import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { becomes, newVisitor } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { makeProvider, post, type TestProvider } from '../saml/testing/provider.ts';
import { readAuthnRequest } from '../saml/testing/response.ts';
import { startApp } from '../web/testing/app-page.ts';
import {
  frameIn,
  jsonOf,
  openHost,
  pageWith,
  registerOrigins,
  startHost,
  toldOf,
} from './testing/host-page.ts';

const { browser, service, fixture } = await startApp({}, ['--test-third-party-cookie-phaseout']);
const host = await startHost();
const foreign = await startHost();
const clientId = fixture.client.id;
const { orgId, id: partnerId } = fixture.partner;
await registerOrigins(service, clientId, [host.origin]);

/** A provider on a site of its own, which asks for a button to be pressed, and cuts itself off from who opened it. */
const site: Server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  response.setHeader('content-type', 'text/html');
  if (url.pathname === '/isolated-sso') response.setHeader('cross-origin-opener-policy', 'same-origin');
  if (!url.pathname.endsWith('sso')) return response.end('<title>Provider</title>');
  const { id, acs } = readAuthnRequest({ address: url.href });
  const form = (label: string, answer: string) =>
    `<form method="post" action="${acs}"><button name="SAMLResponse" value="${answer}">${label}</button></form>`;
  const denied = provider.answer(id, {
    response: { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' },
  });
  response.end(
    `<!doctype html><title>Provider</title>${form('Sign in as Grace', provider.answer(id, { assertion: { nameId: 'grace' } }))}${form('Refuse', denied)}`,
  );
});
await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve));
after(() => {
  site.closeAllConnections();
  site.close();
});
const siteOrigin = `http://localhost:${(site.address() as AddressInfo).port}`;
const provider: TestProvider = makeProvider(service, `${siteOrigin}/entity`);
await provider.register({ partnerId, orgId });
await provider.register({ partnerId, orgId: null }, { sso_url: `${siteOrigin}/isolated-sso` });

const trust = (isTrusted: boolean) =>
  service.env.db.query('UPDATE clients SET is_trusted = $2 WHERE id = $1', [clientId, isTrusted]);

/** A page that signs people in by the provider that `named` says, with a button that calls `call`. */
async function openPage(
  named: object,
  call: string,
  headers: Record<string, string> = {},
  site = host,
): ReturnType<typeof openHost> {
  const init = { mode: 'production', client_id: clientId, sdk_version: 4, ...named };
  const path = `/${randomBytes(4).toString('hex')}`;
  site.put(
    path,
    pageWith(
      service,
      `<div id="one"></div><button onclick="go()">Go</button><script>
      Service.init({ ...${JSON.stringify(init)}, error: tell('error'), invalid_token: tell('invalid_token') });
      const go = () => ${call};
      </script>`,
    ),
    headers,
  );
  return openHost(browser, site.origin + path);
}

const TIMELINE = `Service.timeline({ ...callbacks, iframe: true, tagid4iframe: 'one' }).then((handle) => { window.handle = handle; }, tell('refused'))`;
const WINDOW = `Service.timeline({ ...callbacks }).then((handle) => { window.handle = handle; }, tell('refused'))`;

/** Presses a button of a page, and gives the window that opens. */
async function press(page: Page, name: string): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name, exact: true }).click();
  return opening;
}

const codesOf = async (page: Page) => (await toldOf(page, 'error')).map(({ error_code }) => error_code);
const shown = (page: Page) => becomes(async () => (await toldOf(page, 'start_timeline')).length, 1);

test(
  '[SDK-3] [SDK-47] without a token a click leads to the provider, and the module opens; when it has ended a button leads there again',
  browser.needed,
  async () => {
    await trust(false);
    const { page, requests, errors } = await openPage({ org_id: orgId }, TIMELINE);
    const opened = await press(page, 'Go');
    const panel = page.getByRole('group', { name: 'Sign in' });
    await panel.getByText('Go on in the window that has opened.').waitFor();
    assert.equal(await page.locator('iframe').count(), 0);
    await opened.getByRole('button', { name: 'Sign in as Grace' }).click();
    // Nobody has said yet that the client may act for her.
    await opened.getByRole('heading', { name: /^Allow / }).waitFor();
    assert.match(
      await opened.locator('main').innerText(),
      new RegExp(`go on to ${new URL(host.origin).host}`),
    );
    const closing = opened.waitForEvent('close');
    await opened.getByRole('button', { name: 'Allow', exact: true }).click();
    await closing;
    await shown(page);
    assert.equal(await panel.count(), 0);

    // Her token ends, and the page hands back none.
    const { id } = (
      await service.env.db.query<{ id: string }>(`SELECT id FROM users WHERE name = 'grace'`)
    )[0] ?? {
      id: '',
    };
    const session = await page.evaluate('handle.session_id');
    await service.env.db.transaction(async (tx) => {
      await tx.query('DELETE FROM access_tokens WHERE user_id = $1', [id]);
      await service.env.revocations.announce(tx, 'any');
    });
    await panel.getByText('Sign in to go on here.').waitFor();
    assert.equal((await toldOf(page, 'invalid_token')).length, 1);
    const again = await press(page, 'Sign in');
    const closed = again.waitForEvent('close');
    await again.getByRole('button', { name: 'Sign in as Grace' }).click();
    await closed;
    await panel.waitFor({ state: 'detached' });
    assert.notEqual(await page.evaluate('handle.session_id'), session);
    const binder = await service.make.binder(fixture.ada);
    const json = { users: [{ user: { id } }] };
    await service.call('POST', `/${binder}/addorguser`, { token: fixture.ada.token, json });
    await frameIn(page, 'one').locator(`[href$="/b/${binder}"], [data-binder="${binder}"]`).first().waitFor();

    // The token is in no address, and signing out ends it.
    const tokens = () =>
      service.env.db.query('SELECT FROM access_tokens WHERE user_id = $1 AND client_id = $2', [id, clientId]);
    assert.equal((await tokens()).length, 1);
    assert.ok(requests.every((address) => !/access_token|verifier/.test(address)));
    await page.evaluate('Service.logout()');
    await becomes(async () => (await tokens()).length, 0);
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test(
  '[SDK-47] a module in a window comes in the one of the provider, for a page and a provider that cut themselves off, and that tell nobody where they are',
  browser.needed,
  async () => {
    await trust(true);
    const headers = { 'cross-origin-opener-policy': 'same-origin', 'referrer-policy': 'no-referrer' };
    const { page } = await openPage({ partner_id: partnerId, idp_id: provider.idpId }, WINDOW, headers);
    // A window in front has the focus, which is not so of those of tests.
    await page.evaluate('document.hasFocus = () => false');
    const opened = await press(page, 'Go');
    await opened.getByRole('button', { name: 'Sign in as Grace' }).click();
    await opened.waitForURL((url) => url.pathname === '/embed/timeline');
    await shown(page);
    assert.equal(new URL(opened.url()).hash, '');
    assert.equal(page.context().pages().length, 2);
    assert.deepEqual(await codesOf(page), []);
    const closing = opened.waitForEvent('close');
    await page.evaluate('handle.close()');
    await closing;
    await page.context().close();
  },
);

test(
  '[SDK-48] a page without a click asks by a button; what goes wrong is told, and it can be tried again',
  browser.needed,
  async () => {
    await trust(true);
    const { page } = await openPage({ org_id: orgId }, `0; ${TIMELINE}`);
    const panel = page.getByRole('group', { name: 'Sign in' });
    await panel.getByText('Sign in to go on here.').waitFor();
    assert.equal(page.context().pages().length, 1);
    const denied = await press(page, 'Sign in');
    await denied.getByRole('button', { name: 'Refuse' }).click();
    await denied.getByRole('alert').getByText('nobody was signed in').waitFor();
    await panel.getByRole('alert').getByText('nobody was signed in').waitFor();
    await denied.close();
    const closed = await press(page, 'Sign in');
    await closed.getByRole('button', { name: 'Refuse' }).waitFor();
    await closed.close();
    await panel.getByRole('alert').getByText('closed before anybody was signed in').waitFor();
    await page.evaluate('window.realOpen = window.open; window.open = () => null');
    await panel.getByRole('button').click();
    await panel.getByRole('alert').getByText('did not let the window open').waitFor();
    assert.deepEqual(await codesOf(page), ['sign-in denied', 'sign-in closed', 'popup blocked']);
    await page.evaluate('window.open = realOpen');
    const opened = await press(page, 'Sign in');
    await opened.getByRole('button', { name: 'Sign in as Grace' }).click();
    await shown(page);
    await page.context().close();
  },
);

test(
  '[SDK-48] options that name no provider, a policy that keeps windows back, and an origin that is not registered',
  browser.needed,
  async () => {
    const second = makeProvider(service, 'https://second.example/entity');
    const otherOrg = await service.make.org(partnerId);
    const strangers = await service.make.partner();
    await makeProvider(service, 'https://one.example/entity').register({ partnerId, orgId: otherOrg });
    await second.register({ partnerId, orgId: otherOrg });
    const csp = { 'content-security-policy': "form-action 'self'" };
    const words = async (page: Page) =>
      (await toldOf(page, 'error')).map(({ error_code, error_message }) => `${error_code}: ${error_message}`);
    const { page: many } = await openPage({ org_id: orgId }, TIMELINE);
    for (const [named, expected] of [
      [{ org_id: orgId, idp_id: 'https://unknown.example' }, /^invalid idp_id: .*https:\/\/unknown\.example/],
      [{ org_id: otherOrg }, /^idp_id needed: .*several identity providers/],
      [{ org_id: strangers.orgId }, new RegExp(`^invalid org_id: .*${strangers.orgId}`)],
      [{ partner_id: strangers.id }, new RegExp(`^invalid partner_id: .*${strangers.id}`)],
    ] as const) {
      const init = { mode: 'production', client_id: clientId, sdk_version: 4, ...named };
      await many.evaluate(`told = []; Service.init({ ...${JSON.stringify(init)}, error: tell('error') })`);
      const opened = await press(many, 'Go');
      await becomes(async () => (await words(many)).length, 1);
      assert.match((await words(many)).join(), expected);
      await opened.getByRole('alert').waitFor();
      await opened.close();
    }
    await many.context().close();
    for (const [expected, headers, at] of [
      [/^sign-in blocked: .*add that to form-action/, csp, host],
      [new RegExp(`^origin not registered: .*origins of client ${clientId}`), {}, foreign],
    ] as const) {
      const { page } = await openPage({ org_id: orgId }, TIMELINE, headers, at);
      await page.getByRole('button', { name: 'Go' }).click();
      await becomes(async () => (await words(page)).length, 1);
      assert.match((await words(page)).join(), expected);
      if (at === host) await becomes(() => page.context().pages().length, 1);
      else await page.context().pages()[1]?.getByText('may not embed this').waitFor();
      await page.context().close();
    }
    // The same for a call that opens a window, told to an old page as well.
    const { page } = await openPage(
      { org_id: otherOrg, sdk_version: 2 },
      'Service.timeline({ ...callbacks })',
    );
    await page.getByRole('button', { name: 'Go' }).click();
    await becomes(() => codesOf(page), ['idp_id needed']);
    await page.evaluate('window.open = () => null; Service.timeline({ ...callbacks })');
    await becomes(() => codesOf(page), ['idp_id needed', 'popup blocked']);
    await page.context().close();
  },
);

test('[SDK-49] a sign-in is begun by a page of a registered origin, ends in the browser where it began, and is taken once, by that page', async () => {
  await trust(true);
  const other = await service.make.client({ partnerId });
  const second = 'https://second.example';
  await registerOrigins(service, clientId, [host.origin, second]);
  await registerOrigins(service, other.id, [host.origin, foreign.origin]);
  const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');
  const secret = () => randomBytes(32).toString('base64url');
  type Sender = ReturnType<typeof newVisitor>;
  /** Sends the form of a page, as the browser of somebody does. */
  const begin = (visitor: Sender, fields: Record<string, string>, headers: Record<string, string>) =>
    visitor.post('/embed/sign-in', { client_id: clientId, org_id: orgId, ...fields }, headers);
  const from = { origin: host.origin };
  const take = (verifier: string, { client = clientId, origin = host.origin } = {}, signal?: AbortSignal) =>
    fetch(`${service.base}/embed/sign-ins/take`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ client_id: client, verifier }),
      signal: signal ?? AbortSignal.timeout(20_000),
    });
  const signOn = async (visitor: Sender, location: string) => {
    const begun = await visitor.get(location);
    const { id } = readAuthnRequest({ address: begun.location ?? '' });
    const acs = `${service.env.baseUrl()}saml/acs`;
    return post(visitor, acs, provider.answer(id, { assertion: { nameId: 'grace' } }));
  };

  // Where no page of a registered origin sends it, nobody is led anywhere: a link, another site, a frame without origin.
  const [verifier, visitor] = [secret(), newVisitor(service.origin)];
  const challenge = hashOf(verifier);
  for (const origin of [foreign.origin, 'null', `${host.origin}.evil.example`, ''])
    assert.equal((await begin(visitor, { challenge }, origin ? { origin } : {})).status, 403, origin);
  assert.ok((await visitor.get(`/embed/sign-in?client_id=${clientId}&challenge=${challenge}`)).status >= 400);
  assert.equal((await begin(visitor, { challenge, client_id: 'C1234567890123456789012' }, from)).status, 404);
  assert.equal((await begin(visitor, { challenge: 'short' }, from)).status, 400);
  assert.equal((await begin(visitor, { challenge, module: 'nothing' }, from)).status, 400);
  assert.equal(
    (await begin(visitor, { challenge, module: 'chat', widget: 'w', code: '"><script>' }, from)).status,
    400,
  );

  // Somebody begins it at home, and has Grace come by in her browser: with a session she gives nothing away.
  const thief = newVisitor(service.origin);
  const begun = await begin(thief, { challenge }, from);
  assert.equal(begun.status, 303);
  assert.equal((await begin(visitor, { challenge }, from)).status, 409, 'a challenge is used once');
  const signedIn = await signOn(visitor, begun.location ?? '');
  assert.equal(signedIn.location, `/embed/signed-in?sign_in=${challenge}`);
  assert.equal((await visitor.get(signedIn.location ?? '')).status, 403);
  assert.equal((await thief.get(signedIn.location ?? '')).status, 403, 'nobody is signed in there');

  // In her own window it is she, and by the provider.
  const [own, mine] = [secret(), newVisitor(service.origin)];
  const back = await signOn(mine, (await begin(mine, { challenge: hashOf(own) }, from)).location ?? '');
  assert.equal((await mine.get(`/embed/signed-in?sign_in=${challenge}`)).status, 403, 'of another window');
  assert.equal((await mine.get('/embed/signed-in?sign_in=forged')).status, 403);
  const setMethod = (method: string) => service.env.db.query('UPDATE sessions SET method = $1', [method]);
  await setMethod('password');
  assert.equal((await mine.get(back.location ?? '')).status, 403);
  await setMethod('saml');
  const ending = new AbortController();
  const elsewhere = [
    take(own, { client: other.id, origin: foreign.origin }, ending.signal),
    take(own, { client: other.id }, ending.signal),
    take(own, { origin: second }, ending.signal),
    take(hashOf(own), {}, ending.signal),
    take(verifier, {}, ending.signal),
  ];
  for (const each of elsewhere) each.catch(() => undefined);
  assert.equal((await take(own, { origin: foreign.origin })).status, 403);
  const waiting = [take(own, {}, ending.signal), take(own, {}, ending.signal)];
  const rows = await service.env.db.query<{ text: string }>(
    'SELECT embed_sign_ins::text AS text FROM embed_sign_ins',
  );
  assert.ok(rows.length > 0 && rows.every(({ text }) => !text.includes(own)));
  assert.equal((await mine.get(back.location ?? '')).status, 200);
  assert.equal((await mine.get(back.location ?? '')).status, 403, 'once');
  const taken = await Promise.race(waiting);
  const { data } = await jsonOf<{ data: { access_token: string } }>(taken);
  assert.equal(taken.headers.get('cache-control'), 'no-store');
  const me = await fetch(`${service.base}/embed/me?client_id=${clientId}`, {
    headers: { authorization: `Bearer ${data.access_token}` },
  });
  assert.equal((await jsonOf<{ data: { user: { name: string } } }>(me)).data.user.name, 'grace');
  // Everybody else still waits for what is gone.
  const settled = await Promise.race([...elsewhere, take(own, {}, ending.signal), Promise.resolve('none')]);
  assert.equal(settled, 'none');
  const tokens = await service.env.db.query(
    `SELECT FROM access_tokens t JOIN users u ON u.id = t.user_id WHERE u.name = 'grace' AND t.created_at >= $1`,
    [service.clock.now() - 60_000],
  );
  assert.ok(tokens.length >= 1);
  ending.abort();

  // After a quarter of an hour nobody comes back.
  const late = newVisitor(service.origin);
  const lateBack = await signOn(
    late,
    (await begin(late, { challenge: hashOf(secret()) }, from)).location ?? '',
  );
  service.clock.advance(15 * 60_000 + 1_000);
  assert.equal((await late.get(lateBack.location ?? '')).status, 403);
});
