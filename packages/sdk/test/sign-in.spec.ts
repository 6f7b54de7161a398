import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { makeProvider, type TestProvider } from '@ringbinder/server/features/saml/testing/provider.ts';
import { type App, inspectEverywhere, type Page } from '@ringbinder/testkit/playwright/index.ts';
import {
  test as base,
  codesOf,
  eventsOf,
  expect,
  frameIn,
  type HostSite,
  openHost,
  openWindow,
  pageWith,
} from './support/embed.ts';
import { startProvider } from './support/provider-site.ts';

interface PortalPage {
  headers?: Record<string, string>;
  site?: HostSite;
}

interface SignIn {
  provider: TestProvider;
  openPage(named: object, call: string, page?: PortalPage): Promise<Page>;
  trust(isTrusted: boolean): Promise<unknown>;
  endTokens(): Promise<string>;
}

const HEAD =
  '<meta name="viewport" content="width=device-width"><style>:root { color-scheme: light dark; font-family: sans-serif; }</style>';

const test = base.extend<{ signIn: SignIn }>({
  signIn: async ({ app, host, org, serve, service }, use) => {
    const { id: clientId } = org.client;
    const { orgId, id: partnerId } = org.partner;
    const { provider, origin } = await startProvider(serve, service);
    await provider.register({ partnerId, orgId });
    await provider.register({ partnerId, orgId: null }, { sso_url: `${origin}/isolated-sso` });
    await use({
      provider,
      trust: (isTrusted) =>
        service.env.db.query('UPDATE clients SET is_trusted = $2 WHERE id = $1', [clientId, isTrusted]),
      async openPage(named, call, { headers = {}, site = host } = {}) {
        const init = { mode: 'production', client_id: clientId, sdk_version: 4, ...named };
        const path = `/${randomBytes(4).toString('hex')}`;
        const body = `<main><h1>Portal</h1><div id="one"></div><button onclick="go()">Go</button></main><script>
      Service.init({ ...${JSON.stringify(init)}, error: tell('error'), invalid_token: tell('invalid_token') });
      const go = () => ${call};
      </script>`;
        site.put(path, pageWith(service, body, HEAD), headers);
        return openHost(app, site.origin + path);
      },
      async endTokens() {
        const graces = await service.env.db.query<{ id: string }>(
          `SELECT id FROM users WHERE name = 'grace' AND partner_id = $1 ORDER BY created_at`,
          [partnerId],
        );
        await service.env.db.transaction(async (tx) => {
          await tx.query('DELETE FROM access_tokens WHERE user_id = ANY($1)', [graces.map(({ id }) => id)]);
          await service.env.revocations.announce(tx, 'any');
        });
        return graces[0]?.id ?? '';
      },
    });
  },
});

const TIMELINE = `Service.timeline({ ...callbacks, iframe: true, tagid4iframe: 'one' }).then((handle) => { window.handle = handle; }, tell('refused'))`;
const WINDOW = `Service.timeline({ ...callbacks }).then((handle) => { window.handle = handle; }, tell('refused'))`;

const panelTexts = (page: Page) =>
  expect.poll(async () => (await eventsOf(page, 'start_timeline')).length).toEqual(1);

test('[SDK-3] [SDK-49] without a token a click opens the provider’s window, then the module; after the token has ended, a button does', async ({
  app,
  org,
  service,
  host,
  signIn,
}) => {
  await signIn.trust(false);
  const page = await signIn.openPage({ org_id: org.partner.orgId }, TIMELINE);
  const opened = await openWindow(page, 'Go');
  const panel = page.getByRole('group', { name: 'Sign in' });
  await panel.getByText('Continue in the window that opened.').waitFor();
  assert.equal(await page.locator('iframe').count(), 0);
  await opened.getByRole('button', { name: 'Sign in as Grace' }).click();
  await opened.getByRole('heading', { name: /^Allow / }).waitFor();
  assert.match(
    await opened.locator('main').innerText(),
    new RegExp(`redirected to ${new URL(host.origin).host}`),
  );
  const closing = opened.waitForEvent('close');
  await opened.getByRole('button', { name: 'Allow', exact: true }).click();
  await closing;
  await panelTexts(page);
  assert.equal(await panel.count(), 0);

  const session = await page.evaluate('handle.session_id');
  const id = await signIn.endTokens();
  await panel.getByText('Sign in to continue.').waitFor();
  assert.equal((await eventsOf(page, 'invalid_token')).length, 1);
  const again = await openWindow(page, 'Sign in');
  const closed = again.waitForEvent('close');
  await again.getByRole('button', { name: 'Sign in as Grace' }).click();
  await closed;
  await panel.waitFor({ state: 'detached' });
  assert.notEqual(await page.evaluate('handle.session_id'), session);
  const binder = await service.make.binder(org.ada);
  const json = { users: [{ user: { id } }] };
  await service.call('POST', `/${binder}/addorguser`, { token: org.ada.token, json });
  await frameIn(page, 'one').locator(`[href$="/b/${binder}"], [data-binder="${binder}"]`).first().waitFor();

  const tokens = () =>
    service.env.db.query('SELECT FROM access_tokens WHERE user_id = $1 AND client_id = $2', [
      id,
      org.client.id,
    ]);
  assert.equal((await tokens()).length, 1);
  assert.ok(app.requestsOf(page).every((address) => !/access_token|verifier/.test(address)));
  await page.evaluate('Service.logout()');
  await expect.poll(async () => (await tokens()).length).toEqual(0);
});

test('[SDK-49] [SDK-50] a module for a window opens in the window of the provider, also with COOP same-origin and no referrer on both sides', async ({
  app,
  org,
  signIn,
}) => {
  app.allowErrors(/./);
  await signIn.trust(true);
  const headers = { 'cross-origin-opener-policy': 'same-origin', 'referrer-policy': 'no-referrer' };
  const page = await signIn.openPage({ partner_id: org.partner.id, idp_id: signIn.provider.idpId }, WINDOW, {
    headers,
  });
  // In tests, the page keeps the focus when a window opens.
  await page.evaluate('document.hasFocus = () => false');
  const opened = await openWindow(page, 'Go');
  await opened.getByRole('button', { name: 'Sign in as Grace' }).click();
  await opened.waitForURL((url) => url.pathname === '/embed/timeline');
  await panelTexts(page);
  assert.equal(new URL(opened.url()).hash, '');
  assert.equal(page.context().pages().length, 2);
  assert.deepEqual(await codesOf(page), []);
  await signIn.endTokens();
  await expect.poll(() => codesOf(page)).toEqual(['sign-in needed']);
  const left = opened.waitForEvent('close');
  const again = await openWindow(page, 'Go');
  await left;
  await again.getByRole('button', { name: 'Sign in as Grace' }).click();
  await expect.poll(async () => (await eventsOf(page, 'start_timeline')).length).toEqual(2);
  const closing = again.waitForEvent('close');
  await page.evaluate('handle.close()');
  await closing;
});

test('[SDK-50] without a click a button asks to sign in; failures are reported and can be retried', {
  tag: '@slow',
}, async ({ app, org, signIn }) => {
  app.allowErrors(/./);
  await signIn.trust(true);
  const page = await signIn.openPage({ org_id: org.partner.orgId }, `0; ${TIMELINE}`);
  const panel = page.getByRole('group', { name: 'Sign in' });
  await panel.getByText('Sign in to continue.').waitFor();
  assert.equal(page.context().pages().length, 1);
  const denied = await openWindow(page, 'Sign in');
  await denied.getByRole('button', { name: 'Refuse' }).click();
  await denied.getByRole('alert').waitFor();
  await denied.getByText('nobody was signed in').waitFor();
  await panel.getByRole('alert').getByText('nobody was signed in').waitFor();
  await denied.close();
  await inspectEverywhere(page, 'sign-in asked for');
  const closed = await openWindow(page, 'Sign in');
  await closed.getByRole('button', { name: 'Refuse' }).waitFor();
  await closed.close();
  await panel.getByRole('alert').getByText('closed before the sign-in was complete').waitFor();
  await page.route('**/embed/sign-ins/take', (route) => route.fulfill({ json: { data: {} } }));
  const slow = await openWindow(page, 'Sign in');
  await slow.getByRole('button', { name: 'Refuse' }).waitFor();
  await page.evaluate('window.realNow = Date.now; Date.now = () => realNow() + 16 * 60_000');
  await panel.getByRole('alert').getByText('within fifteen minutes').waitFor();
  await page.evaluate('Date.now = realNow');
  await page.unroute('**/embed/sign-ins/take');
  await page.evaluate('window.realOpen = window.open; window.open = () => null');
  await panel.getByRole('button').click();
  await panel.getByRole('alert').getByText('blocked the sign-in window').waitFor();
  assert.deepEqual(await codesOf(page), [
    'sign-in denied',
    'sign-in closed',
    'sign-in expired',
    'popup blocked',
  ]);
  await page.evaluate('window.open = realOpen');
  const opened = await openWindow(page, 'Sign in');
  await opened.getByRole('button', { name: 'Sign in as Grace' }).click();
  await panelTexts(page);
});

const errorsOf = async (page: Page) =>
  (await eventsOf(page, 'error')).map(({ error_code, error_message }) => `${error_code}: ${error_message}`);

async function addAmbiguousOrg({ service, org }: App): Promise<string> {
  const { id: partnerId } = org.partner;
  const orgId = await service.make.org(partnerId);
  for (const name of ['one', 'second'])
    await makeProvider(service, `https://${name}.${orgId.toLowerCase()}.example/entity`).register({
      partnerId,
      orgId,
    });
  return orgId;
}

test('[SDK-50] options that name no provider are reported', async ({ app, org, service, signIn }) => {
  app.allowErrors(/./);
  const otherOrg = await addAmbiguousOrg(app);
  const otherPartner = await service.make.partner();
  const page = await signIn.openPage({ org_id: org.partner.orgId }, TIMELINE);
  for (const [named, expected] of [
    [
      { org_id: org.partner.orgId, idp_id: 'https://unknown.example' },
      /^invalid idp_id: .*https:\/\/unknown\.example/,
    ],
    [{ org_id: otherOrg }, /^idp_id needed: .*several identity providers/],
    [{ org_id: otherPartner.orgId }, new RegExp(`^invalid org_id: .*${otherPartner.orgId}`)],
    [{ partner_id: otherPartner.id }, new RegExp(`^invalid partner_id: .*${otherPartner.id}`)],
  ] as const) {
    const init = { mode: 'production', client_id: org.client.id, sdk_version: 4, ...named };
    await page.evaluate(`told = []; Service.init({ ...${JSON.stringify(init)}, error: tell('error') })`);
    const opened = await openWindow(page, 'Go');
    await expect.poll(async () => (await errorsOf(page)).length).toEqual(1);
    assert.match((await errorsOf(page)).join(), expected);
    await opened.getByRole('alert').waitFor();
    await opened.close();
  }
});

test('[SDK-50] a form-action policy that blocks the sign-in is reported, and the window closes', async ({
  app,
  org,
  signIn,
}) => {
  app.allowErrors(/./);
  const headers = { 'content-security-policy': "form-action 'self'" };
  const page = await signIn.openPage({ org_id: org.partner.orgId }, TIMELINE, { headers });
  await page.getByRole('button', { name: 'Go' }).click();
  await expect.poll(async () => (await errorsOf(page)).length).toEqual(1);
  assert.match((await errorsOf(page)).join(), /^sign-in blocked: .*add it to form-action/);
  await expect.poll(() => page.context().pages().length).toEqual(1);
});

test('[SDK-50] an origin that is not registered is reported to the page and in the window', async ({
  app,
  org,
  startHost,
  signIn,
}) => {
  app.allowErrors(/./);
  const page = await signIn.openPage({ org_id: org.partner.orgId }, TIMELINE, { site: await startHost() });
  const opened = await openWindow(page, 'Go');
  await expect.poll(async () => (await errorsOf(page)).length).toEqual(1);
  assert.match(
    (await errorsOf(page)).join(),
    new RegExp(`^origin not registered: .*origins of client ${org.client.id}`),
  );
  await opened.getByText('may not embed this').waitFor();
});

test('[SDK-50] a call that opens a window reports the same errors to older pages', async ({
  app,
  signIn,
}) => {
  app.allowErrors(/./);
  const named = { org_id: await addAmbiguousOrg(app), sdk_version: 2 };
  const page = await signIn.openPage(named, 'Service.timeline({ ...callbacks })');
  await page.getByRole('button', { name: 'Go' }).click();
  await expect.poll(() => codesOf(page)).toEqual(['idp_id needed']);
  await page.evaluate('window.open = () => null; Service.timeline({ ...callbacks })');
  await expect.poll(() => codesOf(page)).toEqual(['idp_id needed', 'popup blocked']);
});
