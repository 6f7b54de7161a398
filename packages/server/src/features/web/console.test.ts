import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, newVisitor, until } from '@ringbinder/testkit';
import { openGallery } from '@ringbinder/testkit/gallery.ts';
import { bytesOnTheWire } from './testing/bytes-on-the-wire.ts';
import { CHECKED, goTo, inspect, keep, openConsole as open, SCREENS } from './testing/console-page.ts';
import { PASSWORD, startConsole } from './testing/fixture.ts';

const { browser, service, fixture } = await startConsole({ botLog: true });

const openConsole = (options: Parameters<typeof browser.newPage>[0] = {}) =>
  open(browser, service, fixture.admin.email, options);

const PAGES = [
  'People',
  'Clients',
  'Bots',
  'Single sign-on',
  'Tokens',
  'Sessions',
  'Audit log',
  'Organisations',
  'Overview',
];

/** All four where someone looks at the pictures; else each width and each scheme once. */
const screens = Object.entries(SCREENS).filter(([name]) => process.env.SCREENSHOTS || CHECKED.includes(name));

for (const [screen, options] of screens) {
  test(`[WEB-1] every page of the console can be used by all: ${screen}`, browser.needed, async () => {
    const { page, errors } = await openConsole(options);
    for (const name of PAGES) {
      await goTo(page, name);
      await inspect(page, `console ${name} ${screen}`);
    }
    assert.deepEqual(errors, []);
    await page.context().close();
  });

  test(`the gallery shows every component, usable by all: ${screen}`, browser.needed, async () => {
    const { page, errors } = await browser.newPage(options);
    await openGallery(page, service.origin);
    await page.getByRole('heading', { name: 'Gallery' }).waitFor();
    await inspect(page, `gallery ${screen}`);
    await page.getByRole('button', { name: 'Open a dialog' }).click();
    await inspect(page, `dialog ${screen}`);
    assert.deepEqual(errors, []);
    await page.context().close();
  });
}

test(
  'an admin creates a person, gives them a link for a password, and disables them',
  browser.needed,
  async () => {
    const { page } = await openConsole();
    await goTo(page, 'People');
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('E-mail address').fill('cara@example.com');
    await page.getByLabel('First name').fill('Cara');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Reset password: Cara' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
    const link = page.getByRole('textbox', { name: 'Link' });
    await until('the link is there', async () => (await link.inputValue()).startsWith('http'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Disable: Cara' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable: Cara' }).waitFor();
    await page.context().close();
  },
);

test(
  '[WEB-6] what the server refuses is said in the dialog and at the field, and the dialog stays',
  browser.needed,
  async () => {
    const { page } = await openConsole();
    await goTo(page, 'People');
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('E-mail address').fill(fixture.member.email);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await goTo(page, 'Clients');
    await page.getByRole('button', { name: 'Register a client' }).click();
    await page.getByLabel('Name').fill('Wrong');
    const addresses = page.getByLabel('Redirect addresses');
    await addresses.fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await becomes(() => addresses.getAttribute('aria-invalid'), 'true');
    await becomes(() => page.evaluate('document.activeElement.name'), 'redirect_uris');
    await keep(page, 'refused');
    await page.context().close();
  },
);

test('[WEB-5] signing out ends in the sign-in page, and the console is closed', browser.needed, async () => {
  const { page } = await openConsole();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Password').waitFor();
  await page.goto(`${service.origin}/admin/users`);
  assert.match(page.url(), /\/sign-in\?next=%2Fadmin%2Fusers$/);
  await page.context().close();
});

test('[WEB-5] a member who is no admin does not get the console', async () => {
  const visitor = newVisitor(service.origin);
  await visitor.submit(await visitor.get('/sign-in'), { email: fixture.member.email, password: PASSWORD });
  const view = await visitor.get('/admin');
  assert.equal(view.status, 403);
});

test(
  '[WEB-4] an address that is none is said to be none, by the server and in the console',
  browser.needed,
  async () => {
    const get = (path: string, accept: string) => fetch(service.origin + path, { headers: { accept } });
    for (const path of ['/nothing', '/admn/users', '/sandbox/nothing?x=1']) {
      const answer = await get(path, 'text/html,*/*');
      assert.equal(answer.status, 404, path);
      assert.match(await answer.text(), /<h1>Page not found<\/h1>/);
      assert.equal((await get(path, '*/*')).status, 400, 'a program is told as by the API');
    }
    assert.equal((await get('/v1/nothing/at/all', 'text/html')).status, 400, 'nor is the API a page');
    const { page, errors } = await openConsole();
    for (const path of ['nothing', 'users/nobody', 'audit/1', 'bots/apps/1']) {
      await page.goto(`${service.origin}/admin/${path}`);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    }
    await inspect(page, 'not found');
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test('a long address is shown whole, on a phone too', browser.needed, async () => {
  const { page } = await openConsole(SCREENS['phone, light']);
  await goTo(page, 'Single sign-on');
  const address = page.getByRole('textbox', { name: 'Assertion consumer service (ACS)' });
  const isWhole = await address.evaluate((element) => {
    const field = element as unknown as Record<
      'scrollWidth' | 'clientWidth' | 'scrollHeight' | 'clientHeight',
      number
    > & {
      value: string;
    };
    field.value = `https://binders.example.com/${'long/'.repeat(20)}acs`;
    return field.scrollWidth <= field.clientWidth && field.scrollHeight <= field.clientHeight + 1;
  });
  assert.ok(isWhole);
  await page.context().close();
});

test('[WEB-7] the list of sessions marks the one of this browser', browser.needed, async () => {
  const { page } = await openConsole();
  await goTo(page, 'Sessions');
  const rows = page.getByRole('row').filter({ hasText: 'This browser' });
  await rows.first().waitFor();
  await becomes(() => rows.count(), 1);
  await rows.getByRole('button', { name: /^Sign out/ }).click();
  await page.getByText(/the browser that you are using/).waitFor();
  await page.context().close();
});

test('[WEB-7] tokens are found by person, and what destroys looks like it', browser.needed, async () => {
  const { page } = await openConsole();
  await goTo(page, 'Tokens');
  await page.getByRole('searchbox', { name: 'Find by person' }).fill('hiro');
  await page.getByText('Grace Lindqvist').first().waitFor({ state: 'detached' });
  const rows = page.getByRole('row').filter({ hasText: 'Hiro Tanaka' });
  const told = await rows.allInnerTexts();
  assert.ok(told.length >= 2);
  assert.equal(new Set(told.map((text) => /[0-9A-Za-z]{10}/.exec(text)?.[0])).size, told.length);
  const isDangerous = async (name: RegExp) =>
    (await page.getByRole('button', { name }).first().getAttribute('class'))?.split(' ').includes('danger');
  assert.equal(await isDangerous(/^Revoke/), true);
  await goTo(page, 'People');
  assert.equal(await isDangerous(/^Disable/), true);
  assert.equal(await isDangerous(/^Edit/), false);
  await page.context().close();
});

test('[WEB-8] the console runs only its own script, is framed by none, and kept nowhere', async () => {
  const visitor = newVisitor(service.origin);
  await visitor.submit(await visitor.get('/sign-in'), { email: fixture.admin.email, password: PASSWORD });
  const { headers, text } = await visitor.get('/admin/users');
  assert.match(
    headers.get('content-security-policy') ?? '',
    /default-src 'none'; script-src 'self';.*frame-ancestors 'none'/,
  );
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  const [, script = ''] = /src="([^"]*)"/.exec(text) ?? [];
  const answer = await fetch(`${service.origin}${script}`);
  assert.match(answer.headers.get('cache-control') ?? '', /immutable/);
});

/** Bytes on the wire of what the console loads before it shows anything. docs/decisions/web.md has what it is now. */
const BUDGET = { script: 40_000, style: 8_000 };

test('[WEB-9] what the console loads stays within its budget', async () => {
  const visitor = newVisitor(service.origin);
  await visitor.submit(await visitor.get('/sign-in'), { email: fixture.admin.email, password: PASSWORD });
  const { text } = await visitor.get('/admin');
  const scripts = [...text.matchAll(/<(?:script|link rel="modulepreload")[^>]* (?:src|href)="([^"]*)"/g)];
  const paths = scripts.map(([, path = '']) => path);
  const [, style = ''] = /<link rel="stylesheet" href="([^"]*)"/.exec(text) ?? [];
  assert.equal(text.match(/<script/g)?.length, 1);
  const sizes = await Promise.all(paths.map((path) => bytesOnTheWire(service.origin, path)));
  const scriptBytes = sizes.reduce((sum, bytes) => sum + bytes);
  assert.ok(scriptBytes <= BUDGET.script, `the script has ${scriptBytes} bytes`);
  const styleBytes = await bytesOnTheWire(service.origin, style);
  assert.ok(styleBytes <= BUDGET.style, `the style has ${styleBytes} bytes`);
});
