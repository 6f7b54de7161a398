import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { becomes } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { makeProvider } from '../saml/testing/provider.ts';
import { startApp } from '../web/testing/app-page.ts';
import { inspectEverywhere } from '../web/testing/console-page.ts';
import { frameIn, openHost, pageWith, registerOrigins, startHost, toldOf } from './testing/host-page.ts';
import { startProvider } from './testing/provider-site.ts';

const { browser, service, fixture } = await startApp({}, ['--test-third-party-cookie-phaseout']);
const host = await startHost();
const foreign = await startHost();
const clientId = fixture.client.id;
const { orgId, id: partnerId } = fixture.partner;
await registerOrigins(service, clientId, [host.origin]);

const { provider, origin: siteOrigin } = await startProvider(service);
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
      `<main><h1>Portal</h1><div id="one"></div><button onclick="go()">Go</button></main><script>
      Service.init({ ...${JSON.stringify(init)}, error: tell('error'), invalid_token: tell('invalid_token') });
      const go = () => ${call};
      </script>`,
      '<meta name="viewport" content="width=device-width"><style>:root { color-scheme: light dark; font-family: sans-serif; }</style>',
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
  '[SDK-3] [SDK-49] without a token a click leads to the provider, and the module opens; when it has ended a button leads there again',
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
  '[SDK-49] a module in a window comes in the one of the provider, for a page and a provider that cut themselves off, and that tell nobody where they are',
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
  '[SDK-50] a page without a click asks by a button; what goes wrong is told, and it can be tried again',
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
    await inspectEverywhere(page, 'sign-in asked for');
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
  '[SDK-50] options that name no provider, a policy that keeps windows back, and an origin that is not registered',
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
