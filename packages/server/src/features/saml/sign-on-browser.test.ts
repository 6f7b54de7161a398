import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { becomes, startService, type TestService } from '@ringbinder/testkit';
import { seriousFindings } from '@ringbinder/testkit/accessibility.ts';
import { testBrowser } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import { createFixture } from '../oauth/testing/fixture.ts';
import { createAdmins } from '../orgs/testing/admins.ts';
import { makeProvider, type TestProvider } from './testing/provider.ts';
import { readAuthnRequest } from './testing/response.ts';
import { type SimpleSaml, startSimpleSaml, withoutSimpleSaml } from './testing/simplesamlphp.ts';

const browser = testBrowser();
let service: TestService;
/** The test's provider: asks nobody for a password, and posts its answer from another site. */
let site: Server;
let provider: TestProvider;
before(async () => {
  service = await startService();
  site = createServer(async (request, response) => {
    response.setHeader('content-type', 'text/html');
    // A client lives on this site, too; and a browser asks for its icon.
    if (!request.url?.startsWith('/sso')) return response.end('<title>The client</title>Back.');
    const { id, acs } = await requestIn(request);
    // The strictest that a provider can be and still post to us.
    response.setHeader('content-security-policy', `form-action ${service.origin}`);
    response.end(`<!doctype html><title>Provider</title><form method="post" action="${acs}">
      <input type="hidden" name="SAMLResponse" value="${provider.answer(id, { assertion: { nameId: 'grace' } })}"></form>
      <script>document.forms[0].submit()</script>`);
  });
  await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve));
  provider = makeProvider(service, `http://localhost:${(site.address() as AddressInfo).port}/entity`);
});
after(async () => {
  await browser.close();
  site.closeAllConnections();
  site.close();
  await service.close();
});

async function requestIn(request: IncomingMessage) {
  const address = new URL(request.url ?? '/', 'http://localhost').href;
  if (request.method === 'GET') return readAuthnRequest({ address });
  return readAuthnRequest({ field: new URLSearchParams(await text(request)).get('SAMLRequest') ?? '' });
}

for (const binding of ['redirect', 'post'] as const) {
  test(
    `[SAML-15] a browser is signed on by the ${binding} binding, from the list on the sign-in page`,
    browser.needed,
    async () => {
      const { partner, authorizeUrl } = await createFixture(service);
      const owner = { partnerId: partner.id, orgId: partner.orgId };
      await provider.register(owner, { sso_binding: binding, name: 'Provider of the test' });
      const { page, errors } = await browser.newPage({ bypassCSP: false });
      const next = authorizeUrl({ org_id: partner.orgId });
      await page.goto(`${service.origin}/sign-in?${new URLSearchParams({ next })}`);
      await inspect(page, 'sign-in-providers');
      await page.getByRole('link', { name: 'Continue with Provider of the test' }).click();
      await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
      assert.ok(
        page.url().startsWith(`${service.origin}${service.env.basePath}/oauth/authorize?`),
        page.url(),
      );
      assert.match(await page.locator('.person').innerText(), /grace/);
      assert.deepEqual(errors, []);
      await page.context().close();
    },
  );
}

for (const binding of ['redirect', 'post'] as const) {
  test(
    `[OAUTH-14] [SAML-15] a fresh browser comes back to a trusted client by the ${binding} binding alone`,
    browser.needed,
    async () => {
      const { partner, client, authorizeUrl } = await createFixture(service);
      const redirectUri = `http://localhost:${(site.address() as AddressInfo).port}/back`;
      await service.env.db.query('UPDATE clients SET redirect_uris = $2, is_trusted = true WHERE id = $1', [
        client.id,
        [redirectUri],
      ]);
      await provider.register({ partnerId: partner.id, orgId: partner.orgId }, { sso_binding: binding });
      const { page, errors } = await browser.newPage({ bypassCSP: false });
      await page.goto(`${service.origin}${authorizeUrl({ org_id: partner.orgId })}`);
      await page.waitForURL(`${redirectUri}?**`);
      assert.ok(new URL(page.url()).searchParams.get('code'));
      assert.deepEqual(errors, []);
      await page.context().close();
    },
  );
}

for (const binding of ['Redirect', 'POST'] as const) {
  test(`[SAML-15] SimpleSAMLphp, set up by metadata on both sides, signs on by the ${binding} binding`, {
    skip: browser.needed.skip ?? withoutSimpleSaml,
  }, async () => {
    const { orgId, users } = await createAdmins(service);
    const idp = await startSimpleSaml(await ownMetadata(), { binding, wantsSigned: false });
    try {
      const metadata = await idp.metadata();
      const { token } = users.orgAdmin;
      const made = await service.call('POST', `/orgs/${orgId}/idps`, { token, json: { metadata } });
      assert.equal(made.status, 200, JSON.stringify(made.body));
      const { login_url, sso_binding } = made.body.data;
      assert.equal(sso_binding, binding.toLowerCase());
      const page = await signInAt(idp, login_url);
      await page.waitForURL(`${service.origin}/`);
      await page.goto(`${service.origin}/account`);
      assert.match(await page.locator('.person').innerText(), /Ada Lovelace\s+ada@idp\.example/);
      await page.context().close();
    } finally {
      await idp.close();
    }
  });

  test(`[SAML-18] SimpleSAMLphp takes our signed requests by the ${binding} binding, and no others`, {
    skip: browser.needed.skip ?? withoutSimpleSaml,
  }, async () => {
    const { orgId, users } = await createAdmins(service);
    const idp = await startSimpleSaml(await ownMetadata(), { binding, wantsSigned: true });
    try {
      const metadata = await idp.metadata();
      const { token } = users.orgAdmin;
      const save = async (path: string, json: unknown) =>
        (await service.call('POST', `/orgs/${orgId}/idps${path}`, { token, json })).body.data;
      const { idp_id, login_url } = await save('', { metadata, sign_requests: true });
      const page = await signInAt(idp, login_url);
      await page.waitForURL(`${service.origin}/`);
      await page.context().close();
      await save(`/${encodeURIComponent(idp_id)}`, { sign_requests: false });
      const refused = await browser.newPage({ bypassCSP: false });
      await refused.page.goto(login_url);
      await refused.page.getByText('no signature found on message').waitFor();
      await refused.page.context().close();
    } finally {
      await idp.close();
    }
  });
}

async function ownMetadata(): Promise<string> {
  return (await fetch(`${service.env.baseUrl()}saml/metadata`)).text();
}

/** Opens the address of a sign-on, and signs in at the provider that it leads to. */
async function signInAt({ person }: SimpleSaml, address: string): Promise<Page> {
  const { page } = await browser.newPage({ bypassCSP: false });
  await page.goto(address);
  await page.locator('#username').fill(person.name);
  await page.locator('#password').fill(person.password);
  await page.keyboard.press('Enter');
  return page;
}

test('[SAML-15] a refused answer says why on a page that leads back', browser.needed, async () => {
  const { page } = await browser.newPage({ bypassCSP: false });
  await page.setContent(
    `<form method="post" action="${service.env.baseUrl()}saml/acs"><button name="SAMLResponse" value="PHgvPg==">Go</button></form>`,
  );
  await page.getByRole('button').click();
  await page.getByRole('alert').getByText('answers no request').waitFor();
  await inspect(page, 'sign-on-refused');
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await becomes(() => page.title(), 'Sign in · Ringbinder');
  await page.context().close();
});

/** Fails on what axe calls serious or critical, and keeps pictures where SCREENSHOTS names a directory. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    assert.deepEqual(await seriousFindings(page), [], `${name}, ${colorScheme}`);
    const folder = process.env.SCREENSHOTS;
    if (!folder) continue;
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
    }
  }
}
