import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { newVisitor, seriousFindings, startService, type TestService } from '@ringbinder/testkit';
import { testBrowser } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import { hashPassword } from '../users/index.ts';

const PASSWORD = 'correct horse battery';
const root = new URL('../../../../../', import.meta.url).pathname;
const browser = testBrowser();
let service: TestService;
let email: string;
let memberEmail: string;
before(async () => {
  const built = spawnSync(process.execPath, ['scripts/build-web.mjs'], { cwd: root, encoding: 'utf8' });
  assert.equal(built.status, 0, built.stderr);
  service = await startService();
  const { make, env } = service;
  const partner = await make.partner();
  const client = await make.client({ partnerId: partner.id });
  const admin = await make.user({ partner, client, name: 'Ada Example' });
  const member = await make.user({ partner, client, name: 'Ben Example' });
  await make.bot({ partner, enabledBy: admin });
  const hash = await hashPassword(PASSWORD);
  await env.db.query('UPDATE users SET password_hash = $1 WHERE id IN ($2, $3)', [hash, admin.id, member.id]);
  await env.db.query(`UPDATE users SET role = 'admin', is_partner_admin = true WHERE id = $1`, [admin.id]);
  email = admin.email;
  memberEmail = member.email;
});
after(async () => {
  await browser.close();
  await service.close();
});

async function openConsole(options: Parameters<typeof browser.newPage>[0] = {}) {
  const opened = await browser.newPage({ viewport: { width: 1280, height: 860 }, ...options });
  const { page } = opened;
  await page.goto(`${service.origin}/admin`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  return opened;
}

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

/** Keeps a picture for whoever looks at the pages; `SCREENSHOTS` names the folder. */
async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

const PAGES = ['Organisations', 'Users', 'Clients', 'Bots', 'Tokens', 'Sessions', 'Audit list', 'Overview'];
const SCREENS = {
  'desktop, light': { viewport: { width: 1280, height: 860 }, colorScheme: 'light' },
  'desktop, dark': { viewport: { width: 1280, height: 860 }, colorScheme: 'dark' },
  'phone, light': { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
} as const;

for (const [screen, options] of Object.entries(SCREENS)) {
  test(`every page of the console can be used by all: ${screen}`, browser.needed, async () => {
    const { page, errors } = await openConsole(options);
    for (const name of PAGES) {
      await goTo(page, name);
      await keep(page, `console-${name}-${screen}`.toLowerCase().replace(/[^a-z]+/g, '-'));
      assert.deepEqual(await seriousFindings(page), [], name);
      const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      assert.equal(wide, false, `${name} is wider than the screen`);
    }
    assert.deepEqual(errors, []);
    await page.context().close();
  });

  test(`the gallery shows every component, usable by all: ${screen}`, browser.needed, async () => {
    const { page, errors } = await browser.newPage(options);
    await page.goto(`${service.origin}/gallery`);
    await page.getByRole('heading', { name: 'Gallery' }).waitFor();
    await keep(page, `gallery-${screen}`.replace(/[^a-z]+/g, '-'));
    assert.deepEqual(await seriousFindings(page), []);
    await page.getByRole('button', { name: 'Open a dialog' }).click();
    await keep(page, `dialog-${screen}`.replace(/[^a-z]+/g, '-'));
    assert.deepEqual(await seriousFindings(page), []);
    assert.deepEqual(errors, []);
    await page.context().close();
  });
}

test('an admin registers a client by keyboard alone and sees its secret once', browser.needed, async () => {
  const { page } = await openConsole();
  await goTo(page, 'Clients');
  const register = page.getByRole('button', { name: 'Register a client' });
  await register.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.getByLabel('Name').focus();
  await page.keyboard.type('Ticket desk');
  await page.keyboard.press('Enter');
  const secret = page.getByLabel('Client secret');
  await secret.waitFor();
  const value = await secret.inputValue();
  assert.ok(value.length > 20);
  await keep(page, 'client-secret');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: /^Ticket desk/ }).waitFor();
  assert.equal((await page.content()).includes(value), false);
  await page.context().close();
});

test('an admin creates a person and disables them', browser.needed, async () => {
  const { page } = await openConsole();
  await goTo(page, 'Users');
  await page.getByRole('button', { name: 'Create a person' }).click();
  await page.getByLabel('E-mail address').fill('cara@example.com');
  await page.getByLabel('First name').fill('Cara');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Reset password: Cara' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
  assert.match(await page.getByRole('textbox', { name: 'Link' }).inputValue(), /^http/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Disable: Cara' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Enable: Cara' }).waitFor();
  await page.context().close();
});

test('what the server refuses is said in the dialog, which stays open', browser.needed, async () => {
  const { page } = await openConsole();
  await goTo(page, 'Users');
  await page.getByRole('button', { name: 'Create a person' }).click();
  await page.getByLabel('E-mail address').fill(memberEmail);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await page.context().close();
});

test('an admin looks at what became of a bot’s events', browser.needed, async () => {
  const { page, errors } = await openConsole();
  await goTo(page, 'Bots');
  await page.getByRole('button', { name: /^Deliveries: / }).click();
  await page.getByRole('button', { name: 'Send a test' }).waitFor();
  await page.getByRole('img', { name: /^Failed tries/ }).waitFor();
  await keep(page, 'deliveries');
  assert.deepEqual(await seriousFindings(page), []);
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('signing out ends in the sign-in page, and the console is closed', browser.needed, async () => {
  const { page } = await openConsole();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Password').waitFor();
  await page.goto(`${service.origin}/admin/users`);
  assert.match(page.url(), /\/sign-in\?next=%2Fadmin%2Fusers$/);
  await page.context().close();
});

test('a member who is no admin does not get the console', async () => {
  const visitor = newVisitor(service.origin);
  await visitor.submit(await visitor.get('/sign-in'), { email: memberEmail, password: PASSWORD });
  const view = await visitor.get('/admin');
  assert.equal(view.status, 403);
});

test('the console runs only its own script, is framed by none, and kept nowhere', async () => {
  const visitor = newVisitor(service.origin);
  await visitor.submit(await visitor.get('/sign-in'), { email, password: PASSWORD });
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
