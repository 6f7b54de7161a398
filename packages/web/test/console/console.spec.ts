import assert from 'node:assert/strict';
import { openGallery } from '@ringbinder/testkit/gallery.ts';
import {
  expect,
  inspect,
  inspectEverywhere,
  SCREENS,
  saveScreenshot,
} from '@ringbinder/testkit/playwright/index.ts';
import { fillConsole, goTo, openConsole, test } from '../support/console-page.ts';

const PAGES = [
  'People',
  'Clients',
  'Bots',
  'Single sign-on',
  'Emails',
  'Tokens',
  'Sessions',
  'Audit log',
  'Organisations',
  'Overview',
];

test('[WEB-1] every page of the console is accessible and fits a phone', async ({ app, org, service }) => {
  await fillConsole(service, org);
  const page = await openConsole(app);
  for (const name of PAGES) {
    await test.step(name, async () => {
      await goTo(page, name);
      await inspectEverywhere(page, `console ${name}`);
    });
  }
});

test('every component of the gallery is accessible and fits a phone', { tag: '@slow' }, async ({
  app,
  service,
}) => {
  const page = await app.newPage();
  await openGallery(page, service.origin);
  await page.getByRole('heading', { name: 'Gallery' }).waitFor();
  await inspectEverywhere(page, 'gallery');
  await page.getByRole('button', { name: 'Open a dialog' }).click();
  await inspectEverywhere(page, 'dialog');
});

test('[ORG-33] [ORG-34] an admin adds a person, creates a link to set their password, and disables them', async ({
  app,
  org,
  service,
}) => {
  const id = await org.addBinder('Loan 4711', org.ben, [org.carla]);
  await service.call('POST', `/${id}/todos`, {
    token: org.ben.token,
    json: { name: 'Call the notary', assignee_id: org.ben.id },
  });
  const page = await openConsole(app, '/users');
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page
    .getByRole('textbox', { name: 'Email address' })
    .fill(`cara@${org.partner.id.toLowerCase()}.example`);
  await page.getByLabel('First name').fill('Cara');
  const form = page.getByRole('dialog');
  await form.getByLabel('Password').waitFor();
  await expect(form.getByLabel('Unique ID')).toBeHidden();
  await form.getByText('More options').click();
  await form.getByLabel('Unique ID').waitFor();
  await inspectEverywhere(page, 'add-person');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('No email was sent. “Reset password” creates a link to pass on.').first().waitFor();
  await page.getByRole('button', { name: 'Reset password: Cara' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(/^http/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Disable: Cara' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await page.getByText('Cara can no longer sign in.').first().waitFor();
  await page.getByRole('button', { name: 'Enable: Cara' }).waitFor();
  await page.getByRole('button', { name: `Disable: ${org.ben.name}` }).click();
  await page.getByText(`Binders that ${org.ben.name} owns: 1.`).waitFor();
  await page.getByText('Open requests: 0. To-dos: 1. Requests and to-dos that wait').waitFor();
  await inspectEverywhere(page, 'disable-person');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Reset password: Cara' })).toHaveCount(0);
});

test('[WEB-6] a dialog stays open when the server refuses it, and shows the reason at the field', async ({
  app,
  org,
}) => {
  app.allowErrors(/status of 4\d\d/);
  const page = await openConsole(app, '/users');
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.getByRole('textbox', { name: 'Email address' }).fill(org.ben.email);
  const role = page.getByRole('dialog').getByLabel('Role');
  await role.selectOption('admin');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(/./);
  await expect(role).toHaveValue('admin');
  await page.keyboard.press('Escape');
  await goTo(page, 'Clients');
  await page.getByRole('button', { name: 'Register a client' }).click();
  await page.getByLabel('Name').fill('Wrong');
  const addresses = page.getByLabel('Redirect URIs');
  await addresses.fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(/./);
  await expect(addresses).toHaveAttribute('aria-invalid', 'true');
  await expect(addresses).toBeFocused();
  await saveScreenshot(page, 'refused');
});

test('[WEB-5] signing out leads to the sign-in page, and the console asks to sign in again', async ({
  app,
  service,
}) => {
  const page = await openConsole(app);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Password').waitFor();
  await page.goto(`${service.origin}/admin/users`);
  assert.match(page.url(), /\/sign-in\?next=%2Fadmin%2Fusers$/);
});

test('[WEB-4] the console shows “Page not found” for unknown addresses', async ({ app, service }) => {
  const page = await openConsole(app);
  for (const path of ['nothing', 'users/nobody', 'audit/1', 'bots/apps/1']) {
    await page.goto(`${service.origin}/admin/${path}`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  }
  await inspect(page, 'not found');
  await page.getByRole('link', { name: 'Go to the overview' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});

test('a long address is completely visible on a phone', async ({ app }) => {
  const page = await openConsole(app, '', SCREENS['phone, light']);
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
});

test('[WEB-7] the list of sessions marks the session of this browser', async ({ app }) => {
  const page = await openConsole(app, '/sessions');
  const rows = page.getByRole('row').filter({ hasText: 'This browser' });
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: /^Sign out/ }).click();
  await page.getByText(/the browser you are using/).waitFor();
});

test('[WEB-7] tokens are found by person, and destructive buttons look dangerous', async ({ app, org }) => {
  for (const name of ['Grace Lindqvist', 'Hiro Tanaka']) await org.addUser(name);
  const page = await openConsole(app, '/tokens');
  await page.getByText('Grace Lindqvist').first().waitFor();
  await page.getByRole('searchbox', { name: 'Search by person' }).fill('hiro');
  await page.getByText('Grace Lindqvist').first().waitFor({ state: 'detached' });
  const rows = page.getByRole('row').filter({ hasText: 'Hiro Tanaka' });
  const texts = await rows.allInnerTexts();
  assert.ok(texts.length >= 2);
  assert.equal(new Set(texts.map((text) => /[0-9A-Za-z]{10}/.exec(text)?.[0])).size, texts.length);
  const isDangerous = async (name: RegExp) =>
    (await page.getByRole('button', { name }).first().getAttribute('class'))?.split(' ').includes('danger');
  assert.equal(await isDangerous(/^Revoke/), true);
  await goTo(page, 'People');
  assert.equal(await isDangerous(/^Disable/), true);
  assert.equal(await isDangerous(/^Edit/), false);
});
