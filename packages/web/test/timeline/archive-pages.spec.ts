import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { erasures } from '@ringbinder/server/features/personal-data/index.ts';
import { expect, inspectEverywhere, loaded, type Page, test } from '@ringbinder/testkit/playwright/index.ts';

const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Actions: ${name}` }).last();
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const showInConsole = (page: Page, name: string) =>
  page.locator('.side').getByRole('link', { name, exact: true }).click();

/** Other tests check what is visible. */
const look = async (page: Page, name: string) =>
  process.env.SCREENSHOTS ? inspectEverywhere(page, name) : undefined;

async function saved(page: Page, act: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

async function exportByMenu(page: Page, name: string) {
  await menuOf(page, name).click();
  await page.getByRole('menuitem', { name: 'Export' }).click();
  const dialog = dialogOf(page, `Export “${name}”`);
  return saved(page, () => dialog.getByRole('button', { name: 'Export' }).click());
}

async function importFile(page: Page, bytes: Buffer) {
  const file = { name: 'binder.tar', mimeType: 'application/x-tar', buffer: bytes };
  const dialog = dialogOf(page, 'Import a binder');
  await dialog.getByLabel('Archive').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Import' }).click();
  return dialog;
}

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

test('[TIME-9] [TIME-10] a binder is exported and deleted in the app, and imported in the console', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  app.allowErrors(/status of (400|409)/);
  const { ada, ben } = org;
  const id = await org.addBinder('Loan 4711', ada, [ben]);
  await org.post(id, ben, 'Please keep this.');
  const page = await app.open(ada, { path: `/b/${id}` });

  const archive = await test.step('export and delete', async () => {
    await menuOf(page, 'Loan 4711').click();
    await page.getByRole('menuitem', { name: 'Export' }).click();
    await page.getByText(/^You get one file with everything in the binder/).waitFor();
    await inspectEverywhere(page, 'export a binder');
    await page.keyboard.press('Escape');
    const { name, bytes } = await exportByMenu(page, 'Loan 4711');
    assert.equal(name, 'Loan 4711.tar');
    const answer = await fetch(`${service.base}/${id}/archive`, {
      headers: { authorization: `Bearer ${ada.token}` },
    });
    assert.ok(bytes.equals(Buffer.from(await answer.arrayBuffer())), 'the same bytes as by the API');
    assert.ok(!app.requestsOf(page).some((url) => /token=/.test(url)), 'no address holds a token');
    await page.getByText('Loan 4711.tar was downloaded.').waitFor();
    await menuOf(page, 'Loan 4711').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialogOf(page, 'Delete “Loan 4711”?').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: /Loan 4711/ }).waitFor({ state: 'detached' });
    return bytes;
  });

  await test.step('import: a changed archive is refused', async () => {
    await page.goto(`${service.origin}/admin/binders`);
    await page.getByRole('button', { name: 'Import a binder' }).click();
    await look(page, 'import a binder');
    const dialog = await importFile(page, changed(archive, archive.length - 5_000));
    await dialog
      .getByRole('alert')
      .getByText(/^This file can’t be imported\. \(/)
      .waitFor();
    await importFile(page, changed(archive, archive.indexOf('Loan 4711')));
    await dialog.getByText('This file can’t be imported. (was changed after it was signed)').waitFor();
    await inspectEverywhere(page, 'import refused');
  });

  await test.step('import: the archive becomes the binder again', async () => {
    await importFile(page, archive);
    await dialogOf(page, '“Loan 4711” was imported').waitFor();
    await look(page, 'imported');
    await page.getByRole('link', { name: 'Open the binder' }).click();
    await page.getByText('Please keep this.').last().waitFor();
    assert.equal(new URL(page.url()).pathname, `/b/${id}`);
  });

  await test.step('the console lists the binder, refuses it a second time, and audits it', async () => {
    await page.goto(`${service.origin}/admin/binders`);
    await page.getByRole('row', { name: /Loan 4711.*Ada Lovelace/ }).waitFor();
    await inspectEverywhere(page, 'console binders');
    await page.getByRole('button', { name: 'Import a binder' }).click();
    const dialog = await importFile(page, archive);
    await dialog.getByText(/^This binder already exists\. \(binder B\w+ must be deleted/).waitFor();
    await page.keyboard.press('Escape');
    await showInConsole(page, 'Audit log');
    for (const did of ['Imported a binder', 'Exported a binder'])
      await page.getByRole('row').filter({ hasText: did }).getByText('Loan 4711').first().waitFor();
  });
});

test('[TIME-9] a failed export says why and can be retried and cancelled, and only the owner can export', {
  tag: '@slow',
}, async ({ app, org }) => {
  app.allowErrors(/status of 503|ERR_FAILED/);
  const { ada, ben } = org;
  const id = await org.addBinder('Plan', ada, [ben]);
  const [page, other] = [
    await app.open(ada, { path: `/b/${id}` }),
    await app.open(ben, { path: `/b/${id}` }),
  ];
  await page.route('**/archive', (route) => route.fulfill({ status: 503, body: '{}' }));
  await menuOf(page, 'Plan').click();
  await page.getByRole('menuitem', { name: 'Export' }).click();
  await dialogOf(page, 'Export “Plan”').getByRole('button', { name: 'Export' }).click();
  const downloads = page.getByRole('region', { name: 'Downloads' });
  await downloads.getByText('Other exports are running. Try again in half a minute.').waitFor();
  await look(page, 'export refused');
  await page.unroute('**/archive');
  const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
  await page.route('**/archive', async (route) => {
    await cancelled;
    await route.abort();
  });
  await downloads.getByRole('button', { name: 'Try again: Plan.tar' }).click();
  await downloads.getByText('Preparing…').waitFor();
  await inspectEverywhere(page, 'exporting');
  await downloads.getByRole('button', { name: 'Cancel: Plan.tar' }).click();
  await downloads.waitFor({ state: 'detached' });
  cancel();

  await menuOf(other, 'Plan').click();
  await other.getByRole('menuitem', { name: 'History' }).waitFor();
  assert.equal(await other.getByRole('menuitem', { name: 'Export' }).count(), 0);
});

test('[GDPR-4] the menu of your account downloads your own data', { tag: '@slow' }, async ({ app, org }) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Mine', ada, [ben]);
  await org.post(id, ben, 'Written by Ben.');
  const page = await app.open(ben);
  await page.getByRole('button', { name: 'Account: Ben Okafor' }).click();
  await page.getByRole('menuitem', { name: 'Download your data' }).click();
  const dialog = dialogOf(page, 'Download your data');
  await dialog.waitFor();
  await look(page, 'your data');
  const { name, bytes } = await saved(page, () => dialog.getByRole('button', { name: 'Download' }).click());
  assert.equal(name, 'my-data.tar');
  assert.ok(bytes.includes('Written by Ben.'));
  assert.ok(!bytes.includes('password_hash'));
  await page.getByText('my-data.tar was downloaded.').waitFor();
});

test('[GDPR-5] the console erases a disabled person in two steps, and the app no longer shows their name', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  const { ada } = org;
  const lou = await org.addUser('Lou Berger');
  const id = await org.addBinder('With Lou', ada, [lou]);
  await org.post(id, lou, 'Lou was here.');
  const page = await app.open(ada, { path: `/b/${id}` });
  await page.getByText('Lou was here.').last().waitFor();
  await page.getByText('Lou Berger').first().waitFor();

  await test.step('a person is disabled before they are erased', async () => {
    await page.goto(`${service.origin}/admin/users/${lou.id}`);
    const disable = page.getByRole('button', { name: 'Disable: Lou Berger' });
    await disable.waitFor();
    assert.equal(await page.getByRole('button', { name: 'Erase Lou Berger' }).count(), 0);
    await disable.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  });

  await test.step('the first step says what goes, and the second asks for the name', async () => {
    await page.getByRole('button', { name: 'Erase Lou Berger' }).click();
    const dialog = dialogOf(page, 'Erase Lou Berger');
    await dialog.getByRole('heading', { name: 'What is kept' }).waitFor();
    await inspectEverywhere(page, 'erase, what goes');
    await dialog.getByLabel('Also erase what they wrote, said and drew').check();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const field = dialog.getByLabel('Type “Lou Berger” to confirm');
    await expect(field).toBeFocused();
    await field.fill('Lou');
    await page.keyboard.press('Enter');
    await dialog.getByText('The name does not match.').waitFor();
    await look(page, 'erase, confirm');
    await field.fill('Lou Berger');
    await page.keyboard.press('Enter');
  });

  await test.step('their page reports the end, and nothing else can be done', async () => {
    await page.getByText(/^Requested on .* the result will be shown here\.$/).waitFor();
    await page.getByRole('heading', { name: 'Deleted user', level: 1 }).waitFor();
    await inspectEverywhere(page, 'being erased');
    await erasures.work(service.env);
    await page.getByText(/^Done on .*, with everything they wrote, said and drew\.$/).waitFor();
    assert.equal(await page.getByRole('button', { name: /^(Enable|Edit|Erase)/ }).count(), 0);
    await loaded(page);
    await look(page, 'erased');
    await showInConsole(page, 'People');
    await page.getByRole('row', { name: /Deleted user.*Erased/ }).waitFor();
    await showInConsole(page, 'Audit log');
    await page.getByText('Erased a person').waitFor();
  });

  await test.step('the app no longer shows the name', async () => {
    await page.goto(`${service.origin}/b/${id}`);
    await page.getByRole('heading', { name: 'With Lou' }).waitFor();
    await expect(page.getByText('Lou was here.')).toHaveCount(0);
    await expect(page.getByText('Lou Berger')).toHaveCount(0);
  });
});
