import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { becomes, seriousFindings, startService, type TestService } from '@ringbinder/testkit';
import { type TestPage, testBrowser } from '@ringbinder/testkit/browser.ts';
import { createPasswordReset } from './sign-in/resets.ts';
import { createFixture, type OAuthFixture, PASSWORD } from './testing/fixture.ts';

const browser = testBrowser();
let service: TestService;
let fixture: OAuthFixture;
/** The client: a page on another origin, which says what it was sent in query and hash. */
let client: Server;
let clientOrigin = '';
/** Another origin, by which the same pages are reached. */
let onwardOrigin = '';
before(async () => {
  service = await startService();
  fixture = await createFixture(service);
  client = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    const { searchParams: query, pathname, search } = new URL(request.url ?? '/', 'http://client');
    // A client may lead on to another host of its own.
    if (pathname === '/leads-on')
      return response.writeHead(302, { location: `${onwardOrigin}/end${search}` }).end();
    const target = query.get('frame');
    response.end(
      target
        ? `<iframe src="${target}" width="500" height="500"></iframe>`
        : '<title>The client</title>Back.',
    );
  });
  await new Promise<void>((resolve) => client.listen(0, resolve));
  clientOrigin = `http://localhost:${(client.address() as AddressInfo).port}`;
  await service.env.db.query('UPDATE clients SET redirect_uris = $2 WHERE id = $1', [
    fixture.client.id,
    [`${clientOrigin}/back`],
  ]);
  onwardOrigin = clientOrigin.replace('localhost', '127.0.0.1');
});
after(async () => {
  await browser.close();
  client.closeAllConnections();
  client.close();
  await service.close();
});

/** Fails on what axe calls serious or critical, and keeps a picture where SCREENSHOTS names a directory. */
async function inspect({ page }: TestPage, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    assert.deepEqual(await seriousFindings(page), [], `${name}, ${colorScheme}`);
    const folder = process.env.SCREENSHOTS;
    if (!folder) continue;
    for (const [size, width, height] of [
      ['desktop', 1280, 800],
      ['phone', 390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) });
    }
  }
}

for (const [type, part] of [
  ['code', 'search'],
  ['token', 'hash'],
] as const) {
  test(
    `[OAUTH-1] [OAUTH-${type === 'code' ? 3 : 2}] a person completes the ${type} flow in a browser, by keyboard alone`,
    browser.needed,
    async () => {
      await service.env.db.query('DELETE FROM consents');
      const opened = await browser.newPage({ bypassCSP: false });
      const { page } = opened;
      await page.goto(`${service.origin}${fixture.authorizeUrl({ response_type: type, state: 'xyz' })}`);
      assert.equal(await page.title(), 'Sign in · Ringbinder');
      if (type === 'code') await inspect(opened, 'sign-in');
      await page.locator('#email').focus();
      await page.keyboard.type(fixture.user.email);
      await page.keyboard.press('Tab');
      await page.keyboard.type('wrong');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      if (type === 'code') await inspect(opened, 'sign-in-wrong');
      await becomes(
        () => page.inputValue('#email'),
        fixture.user.email,
        'the address need not be typed again',
      );
      await becomes(() => page.evaluate('document.activeElement.id'), 'password');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
      if (type === 'code') await inspect(opened, 'consent');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${clientOrigin}/back**`);
      const result = new URLSearchParams(new URL(page.url())[part].slice(1));
      assert.equal(result.get('state'), 'xyz');
      assert.ok(result.get(type === 'code' ? 'code' : 'access_token'));
      assert.deepEqual(
        opened.errors.filter((error) => !error.includes('401')),
        [],
      );
      assert.equal(
        await page.evaluate('document.referrer'),
        '',
        'the client is not told the address of the request',
      );
      if (type === 'code') {
        await page.goto(`${service.origin}/account`);
        await inspect(opened, 'account');
        await page.goto(`${service.origin}/v1/oauth/authorize?client_id=x`);
        await inspect(opened, 'problem');
      }
      await page.context().close();
    },
  );
}

async function signInAs(page: TestPage['page'], email: string): Promise<void> {
  await page.locator('#email').fill(email);
  await page.locator('#password').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

for (const [type, part] of [
  ['code', 'search'],
  ['token', 'hash'],
] as const) {
  test(
    `[OAUTH-14] a fresh browser comes back to a client on another origin by sign-in alone: ${type}`,
    browser.needed,
    async () => {
      const one = await createFixture(service);
      const redirectUri = `${clientOrigin}/back`;
      await service.env.db.query('UPDATE clients SET redirect_uris = $2, is_trusted = true WHERE id = $1', [
        one.client.id,
        [redirectUri, `${clientOrigin}/leads-on`],
      ]);
      const begin = async (redirect_uri: string) => {
        const opened = await browser.newPage({ bypassCSP: false });
        await opened.page.goto(
          `${service.origin}${one.authorizeUrl({ response_type: type, redirect_uri, state: 'xyz' })}`,
        );
        await signInAs(opened.page, one.user.email);
        return opened;
      };
      const trusted = await begin(redirectUri);
      await trusted.page.waitForURL(`${redirectUri}**`);
      const result = new URLSearchParams(new URL(trusted.page.url())[part].slice(1));
      assert.equal(result.get('state'), 'xyz');
      assert.ok(result.get(type === 'code' ? 'code' : 'access_token'));
      assert.equal(await trusted.page.evaluate('document.referrer'), '');
      assert.deepEqual(trusted.errors, []);
      await trusted.page.context().close();

      const onward = await begin(`${clientOrigin}/leads-on`);
      await onward.page.waitForURL(`${onwardOrigin}/end**`);
      assert.deepEqual(onward.errors, []);
      await onward.page.context().close();

      // Consent that was given before is remembered, and nobody is asked.
      await service.env.db.query('UPDATE clients SET is_trusted = false WHERE id = $1', [one.client.id]);
      const asked = await begin(redirectUri);
      await asked.page.getByRole('button', { name: 'Allow', exact: true }).click();
      await asked.page.waitForURL(`${redirectUri}**`);
      await asked.page.context().close();
      const remembered = await begin(redirectUri);
      await remembered.page.waitForURL(`${redirectUri}**`);
      assert.deepEqual(remembered.errors, []);
      await remembered.page.context().close();
    },
  );
}

test('[SIGNIN-4] the pages about passwords can be used by everybody', browser.needed, async () => {
  const { env } = service;
  const one = await createFixture(service);
  const opened = await browser.newPage({ bypassCSP: false });
  const { page } = opened;
  await page.goto(`${service.origin}/forgotten-password`);
  await inspect(opened, 'forgotten-password');
  await page.goto(await env.db.transaction((tx) => createPasswordReset(env, tx, one.user.id)));
  await inspect(opened, 'reset-password');
  await page.goto(`${service.origin}/reset-password?token=x`);
  await inspect(opened, 'reset-password-used');
  await page.goto(`${service.origin}/sign-in`);
  await page.fill('#email', one.user.email);
  await page.fill('#password', PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${service.origin}/`);
  await page.goto(`${service.origin}/password`);
  await inspect(opened, 'change-password');
  await page.fill('#old', 'not this one');
  await page.fill('#password', 'another long password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await inspect(opened, 'change-password-wrong');
  await page.context().close();
});

test(
  '[OAUTH-11] neither the sign-in nor the consent page is shown in a frame',
  browser.needed,
  async (context) => {
    await service.env.db.query('DELETE FROM consents');
    // A page of the same site, whose frames get the cookies: another site would be shown the sign-in page only.
    const neighbour = createServer((request, response) => {
      const target = new URL(request.url ?? '/', 'http://client').searchParams.get('frame') ?? '';
      response.setHeader('content-type', 'text/html');
      response.end(`<iframe src="${target.replaceAll('&', '&amp;')}" width="500" height="500"></iframe>`);
    });
    await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve));
    const { page } = await browser.newPage();
    context.after(async () => {
      await page.context().close();
      neighbour.closeAllConnections();
      neighbour.close();
    });
    const origin = `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}`;
    const isFramed = async (path: string) => {
      await page.goto(`${origin}/?frame=${encodeURIComponent(service.origin + path)}`);
      return page.frames()[1]?.url();
    };
    assert.match((await isFramed('/sign-in')) ?? '', /^chrome-error:/);
    await page.goto(service.origin + fixture.authorizeUrl());
    await page.fill('#email', fixture.user.email);
    await page.fill('#password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    const asked = page.waitForRequest((request) => request.frame() !== page.mainFrame());
    assert.match((await isFramed(fixture.authorizeUrl())) ?? '', /^chrome-error:/);
    const answer = await (await asked).response();
    assert.equal(answer?.status(), 200, 'it is the consent page that the browser refuses, not a way to it');
  },
);
