import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type App,
  test as base,
  expect,
  inspectEverywhere,
  type Page,
} from '@ringbinder/testkit/playwright/index.ts';
import { createPasswordReset } from '../../packages/server/src/features/oauth/sign-in/resets.ts';
import {
  createFixture,
  type OAuthFixture,
  PASSWORD,
} from '../../packages/server/src/features/oauth/testing/fixture.ts';

interface ClientSite {
  origin: string;
  onwardOrigin: string;
}

const test = base.extend<{ oauth: OAuthFixture }, { site: ClientSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern.
    async ({}, use) => {
      const server = createServer((request, response) => {
        response.setHeader('content-type', 'text/html');
        const { pathname, search } = new URL(request.url ?? '/', 'http://client');
        if (pathname === '/leads-on')
          return response.writeHead(302, { location: `${onwardOrigin}/end${search}` }).end();
        response.end('<title>The client</title>Back.');
      });
      await new Promise<void>((resolve) => server.listen(0, resolve));
      const { port } = server.address() as AddressInfo;
      const onwardOrigin = `http://127.0.0.1:${port}`;
      await use({ origin: `http://localhost:${port}`, onwardOrigin });
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
  oauth: async ({ service, site }, use) => {
    const oauth = await createFixture(service);
    await service.env.db.query('UPDATE clients SET redirect_uris = $2 WHERE id = $1', [
      oauth.client.id,
      [`${site.origin}/back`],
    ]);
    await use(oauth);
  },
});

const FLOWS = {
  code: { part: 'search', result: 'code' },
  token: { part: 'hash', result: 'access_token' },
} as const;
type Flow = keyof typeof FLOWS;

function assertResult(page: Page, flow: Flow): void {
  const { part, result } = FLOWS[flow];
  const values = new URLSearchParams(new URL(page.url())[part].slice(1));
  assert.equal(values.get('state'), 'xyz');
  assert.ok(values.get(result));
}

async function signInAt(app: App, oauth: OAuthFixture, flow: Flow, redirectUri: string): Promise<Page> {
  const page = await app.newPage();
  const query = { response_type: flow, redirect_uri: redirectUri, state: 'xyz' };
  await page.goto(`${app.service.origin}${oauth.authorizeUrl(query)}`);
  await page.locator('#email').fill(oauth.user.email);
  await page.locator('#password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  return page;
}

for (const [title, flow] of [
  ['[OAUTH-1] [OAUTH-3] a person completes the code flow by keyboard alone', 'code'],
  ['[OAUTH-1] [OAUTH-2] a person completes the token flow by keyboard alone', 'token'],
] as const) {
  test(title, async ({ app, oauth, service, site }) => {
    app.allowErrors(/status of 401/);
    const page = await app.newPage();
    const redirectUri = `${site.origin}/back`;
    const query = { response_type: flow, redirect_uri: redirectUri, state: 'xyz' };
    await page.goto(`${service.origin}${oauth.authorizeUrl(query)}`);
    await expect(page).toHaveTitle('Sign in · Ringbinder');
    await page.locator('#email').focus();
    await page.keyboard.type(oauth.user.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await expect(page.locator('#email'), 'the page keeps the address').toHaveValue(oauth.user.email);
    await expect(page.locator('#password')).toBeFocused();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${redirectUri}**`);
    assertResult(page, flow);
    const referrer = await page.evaluate('document.referrer');
    assert.equal(referrer, '', 'the client does not learn the address of the request');
  });
}

test('[WEB-1] [OAUTH-1] the pages of sign-in and consent are accessible', async ({ app, oauth, service }) => {
  app.allowErrors(/status of 40[01]/);
  const page = await app.newPage();
  await page.goto(`${service.origin}${oauth.authorizeUrl()}`);
  await inspectEverywhere(page, 'sign-in');
  await page.locator('#email').fill(oauth.user.email);
  await page.locator('#password').fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await inspectEverywhere(page, 'sign-in-wrong');
  await page.locator('#password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
  await inspectEverywhere(page, 'consent');
  await page.goto(`${service.origin}/account`);
  await inspectEverywhere(page, 'account');
  await page.goto(`${service.origin}/v1/oauth/authorize?client_id=x`);
  await inspectEverywhere(page, 'problem');
});

for (const flow of ['code', 'token'] as const) {
  test(`[OAUTH-14] sign-in alone leads a new browser back to a trusted client on another origin: ${flow}`, async ({
    app,
    oauth,
    service,
    site,
  }) => {
    await service.env.db.query('UPDATE clients SET is_trusted = true WHERE id = $1', [oauth.client.id]);
    const page = await signInAt(app, oauth, flow, `${site.origin}/back`);
    await page.waitForURL(`${site.origin}/back**`);
    assertResult(page, flow);
    assert.equal(await page.evaluate('document.referrer'), '');
  });

  test(`[OAUTH-14] a trusted client may redirect to another host of its own: ${flow}`, async ({
    app,
    oauth,
    service,
    site,
  }) => {
    await service.env.db.query('UPDATE clients SET is_trusted = true, redirect_uris = $2 WHERE id = $1', [
      oauth.client.id,
      [`${site.origin}/leads-on`],
    ]);
    const page = await signInAt(app, oauth, flow, `${site.origin}/leads-on`);
    await page.waitForURL(`${site.onwardOrigin}/end**`);
  });

  test(`[OAUTH-14] a new browser does not ask for consent that was given before: ${flow}`, async ({
    app,
    oauth,
    site,
  }) => {
    const redirectUri = `${site.origin}/back`;
    const first = await signInAt(app, oauth, flow, redirectUri);
    await first.getByRole('button', { name: 'Allow', exact: true }).click();
    await first.waitForURL(`${redirectUri}**`);
    const second = await signInAt(app, oauth, flow, redirectUri);
    await second.waitForURL(`${redirectUri}**`);
  });
}

test('[SIGNIN-4] the pages for a forgotten password are accessible', async ({ app, oauth, service }) => {
  app.allowErrors(/status of 4\d\d/);
  const { env } = service;
  const page = await app.newPage();
  await page.goto(`${service.origin}/forgotten-password`);
  await inspectEverywhere(page, 'forgotten-password');
  await page.goto(await env.db.transaction((tx) => createPasswordReset(env, tx, oauth.user.id)));
  await inspectEverywhere(page, 'reset-password');
  await page.goto(`${service.origin}/reset-password?token=x`);
  await inspectEverywhere(page, 'reset-password-used');
});

test('[SIGNIN-4] the page that changes a password is accessible', async ({ app, oauth, service }) => {
  app.allowErrors(/status of 4\d\d/);
  const page = await app.newPage();
  await page.goto(`${service.origin}/sign-in`);
  await page.fill('#email', oauth.user.email);
  await page.fill('#password', PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${service.origin}/home`);
  await page.goto(`${service.origin}/password`);
  await inspectEverywhere(page, 'change-password');
  await page.fill('#old', 'not this one');
  await page.fill('#password', 'another long password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await inspectEverywhere(page, 'change-password-wrong');
});

test('[OAUTH-11] browsers refuse the sign-in and consent pages in a frame', async ({
  app,
  oauth,
  service,
}) => {
  app.allowErrors(/fram/i);
  // Frames of the same site receive cookies. In a frame of another site, the user would first have to sign
  // in.
  const neighbour = createServer((request, response) => {
    const target = new URL(request.url ?? '/', 'http://client').searchParams.get('frame') ?? '';
    response.setHeader('content-type', 'text/html');
    response.end(`<iframe src="${target.replaceAll('&', '&amp;')}" width="500" height="500"></iframe>`);
  });
  await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve));
  try {
    const page = await app.newPage();
    const origin = `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}`;
    const openFramed = async (path: string) => {
      await page.goto(`${origin}/?frame=${encodeURIComponent(service.origin + path)}`);
      return page.frames()[1]?.url() ?? '';
    };
    assert.match(await openFramed('/sign-in'), /^chrome-error:/);
    await page.goto(service.origin + oauth.authorizeUrl());
    await page.fill('#email', oauth.user.email);
    await page.fill('#password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    const requested = page.waitForRequest((request) => request.frame() !== page.mainFrame());
    assert.match(await openFramed(oauth.authorizeUrl()), /^chrome-error:/);
    const answer = await (await requested).response();
    assert.equal(answer?.status(), 200, 'the browser refuses the consent page, not a redirect to it');
  } finally {
    neighbour.closeAllConnections();
    neighbour.close();
  }
});
