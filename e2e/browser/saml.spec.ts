import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  type App,
  test as base,
  expect,
  inspectEverywhere,
  type Page,
} from '@ringbinder/testkit/playwright/index.ts';
import { createFixture } from '../../packages/server/src/features/oauth/testing/fixture.ts';
import { createAdmins } from '../../packages/server/src/features/orgs/testing/admins.ts';
import { makeProvider, type TestProvider } from '../../packages/server/src/features/saml/testing/provider.ts';
import { readAuthnRequest } from '../../packages/server/src/features/saml/testing/response.ts';
import {
  type SimpleSaml,
  startSimpleSaml,
  withoutSimpleSaml,
} from '../../packages/server/src/features/saml/testing/simplesamlphp.ts';

interface ProviderSite {
  origin: string;
  provider: TestProvider;
}

const test = base.extend<object, { site: ProviderSite }>({
  site: [
    async ({ service }, use) => {
      const server = createServer(async (request, response) => {
        response.setHeader('content-type', 'text/html');
        if (!request.url?.startsWith('/sso')) return response.end('<title>The client</title>Back.');
        const { id, acs } = await requestIn(request);
        response.setHeader('content-security-policy', `form-action ${service.origin}`);
        response.end(`<!doctype html><title>Provider</title><form method="post" action="${acs}">
          <input type="hidden" name="SAMLResponse" value="${provider.answer(id, { assertion: { nameId: 'grace' } })}"></form>
          <script>document.forms[0].submit()</script>`);
      });
      await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
      const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
      const provider = makeProvider(service, `${origin}/entity`);
      await use({ origin, provider });
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
});

async function requestIn(request: IncomingMessage) {
  const address = new URL(request.url ?? '/', 'http://localhost').href;
  if (request.method === 'GET') return readAuthnRequest({ address });
  return readAuthnRequest({ field: new URLSearchParams(await text(request)).get('SAMLRequest') ?? '' });
}

for (const binding of ['redirect', 'post'] as const) {
  test(`[SAML-15] the list on the sign-in page leads to sign-on by the ${binding} binding`, async ({
    app,
    service,
    site,
  }) => {
    const { partner, authorizeUrl } = await createFixture(service);
    const owner = { partnerId: partner.id, orgId: partner.orgId };
    await site.provider.register(owner, { sso_binding: binding, name: 'Provider of the test' });
    const page = await app.newPage();
    const next = authorizeUrl({ org_id: partner.orgId });
    await page.goto(`${service.origin}/sign-in?${new URLSearchParams({ next })}`);
    if (binding === 'redirect') await inspectEverywhere(page, 'sign-in-providers');
    await page.getByRole('link', { name: 'Continue with Provider of the test' }).click();
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    assert.ok(page.url().startsWith(`${service.origin}${service.env.basePath}/oauth/authorize?`), page.url());
    await expect(page.locator('.person')).toContainText('grace');
  });

  test(`[OAUTH-14] [SAML-15] the ${binding} binding alone leads a new browser back to a trusted client`, async ({
    app,
    service,
    site,
  }) => {
    const { partner, client, authorizeUrl } = await createFixture(service);
    const redirectUri = `${site.origin}/back`;
    await service.env.db.query('UPDATE clients SET redirect_uris = $2, is_trusted = true WHERE id = $1', [
      client.id,
      [redirectUri],
    ]);
    await site.provider.register({ partnerId: partner.id, orgId: partner.orgId }, { sso_binding: binding });
    const page = await app.newPage();
    await page.goto(`${service.origin}${authorizeUrl({ org_id: partner.orgId })}`);
    await page.waitForURL(`${redirectUri}?**`);
    assert.ok(new URL(page.url()).searchParams.get('code'));
  });
}

test('[SAML-15] a refused answer shows the reason on a page with a link to sign in again', async ({
  app,
  service,
}) => {
  app.allowErrors(/status of 403/);
  const page = await app.newPage();
  await page.setContent(
    `<form method="post" action="${service.env.baseUrl()}saml/acs"><button name="SAMLResponse" value="PHgvPg==">Go</button></form>`,
  );
  await page.getByRole('button').click();
  await page.getByRole('alert').waitFor();
  await page.getByText('answers no request').waitFor();
  await inspectEverywhere(page, 'sign-on-refused');
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await expect(page).toHaveTitle('Sign in · Ringbinder');
});

test.describe('with SimpleSAMLphp', () => {
  test.skip(withoutSimpleSaml !== false, String(withoutSimpleSaml));

  async function signInAt(app: App, { person }: SimpleSaml, address: string): Promise<Page> {
    const page = await app.newPage();
    await page.goto(address);
    await page.locator('#username').fill(person.name);
    await page.locator('#password').fill(person.password);
    await page.keyboard.press('Enter');
    return page;
  }

  for (const binding of ['Redirect', 'POST'] as const) {
    test(`[SAML-15] SimpleSAMLphp signs on by the ${binding} binding after an exchange of metadata`, async ({
      app,
      service,
    }) => {
      const { orgId, users } = await createAdmins(service);
      const idp = await startSimpleSaml(await metadataOf(app), { binding, wantsSigned: false });
      try {
        const { token } = users.orgAdmin;
        const json = { metadata: await idp.metadata() };
        const created = await service.call('POST', `/orgs/${orgId}/idps`, { token, json });
        assert.equal(created.status, 200, JSON.stringify(created.body));
        const { login_url, sso_binding } = created.body.data;
        assert.equal(sso_binding, binding.toLowerCase());
        const page = await signInAt(app, idp, login_url);
        await page.waitForURL(`${service.origin}/home`);
        await page.goto(`${service.origin}/account`);
        assert.match(await page.locator('.person').innerText(), /Ada Lovelace\s+ada@idp\.example/);
      } finally {
        await idp.close();
      }
    });

    test(`[SAML-18] SimpleSAMLphp accepts signed requests by the ${binding} binding, and refuses others`, {
      tag: binding === 'POST' ? [] : '@slow',
    }, async ({ app, service }) => {
      app.allowErrors(/status of [45]\d\d/);
      const { orgId, users } = await createAdmins(service);
      const idp = await startSimpleSaml(await metadataOf(app), { binding, wantsSigned: true });
      try {
        const metadata = await idp.metadata();
        const { token } = users.orgAdmin;
        const save = async (path: string, json: unknown) =>
          (await service.call('POST', `/orgs/${orgId}/idps${path}`, { token, json })).body.data;
        const { idp_id, login_url } = await save('', { metadata, sign_requests: true });
        const page = await signInAt(app, idp, login_url);
        await page.waitForURL(`${service.origin}/home`);
        await save(`/${encodeURIComponent(idp_id)}`, { sign_requests: false });
        const refused = await app.newPage();
        await refused.goto(login_url);
        await refused.getByText('no signature found on message').waitFor();
      } finally {
        await idp.close();
      }
    });
  }

  async function metadataOf({ service }: App): Promise<string> {
    return (await fetch(`${service.env.baseUrl()}saml/metadata`)).text();
  }
});
