import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { becomes } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { erasures } from '../personal-data/index.ts';
import { openApp, startApp } from './testing/app-page.ts';
import { inspectEverywhere, loaded } from './testing/console-page.ts';

const { browser, service, fixture } = await startApp();
const { ada, ben } = fixture;

const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Actions: ${name}` }).last();
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Pictures of what is made of parts that are checked elsewhere here, for who looks at them. */
const look = async (page: Page, name: string) =>
  process.env.SCREENSHOTS ? inspectEverywhere(page, name) : undefined;

/** What the browser saves after `act`. */
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

/** Chooses a file in the dialog of the console, and sends it. */
async function importFile(page: Page, bytes: Buffer) {
  const file = { name: 'binder.tar', mimeType: 'application/x-tar', buffer: bytes };
  const dialog = dialogOf(page, 'Import a binder');
  await dialog.getByLabel('Archive').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Import' }).click();
  return dialog;
}

/** The text as it is with one of its bytes changed. */
function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

test(
  '[TIME-9] [TIME-10] a binder is exported in the app, deleted, and imported in the console',
  browser.needed,
  async () => {
    const id = await fixture.addBinder('Loan 4711', ada, [ben]);
    await fixture.post(id, ben, 'Please keep this.');
    const { page, errors, requests } = await openApp(browser, service, ada.email, { path: `/b/${id}` });
    await menuOf(page, 'Loan 4711').click();
    await page.getByRole('menuitem', { name: 'Export' }).click();
    await page.getByText(/^You get one file with all of the binder/).waitFor();
    await inspectEverywhere(page, 'export a binder');
    await page.keyboard.press('Escape');
    const archive = await exportByMenu(page, 'Loan 4711');
    assert.equal(archive.name, 'Loan 4711.tar');
    const answer = await fetch(`${service.base}/${id}/archive`, {
      headers: { authorization: `Bearer ${ada.token}` },
    });
    assert.ok(
      archive.bytes.equals(Buffer.from(await answer.arrayBuffer())),
      'byte by byte as the API gives it',
    );
    assert.ok(!requests.some((address) => /token=/.test(address)), 'no address holds a token');
    await page.getByText('Loan 4711.tar was downloaded.').waitFor();

    await menuOf(page, 'Loan 4711').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialogOf(page, 'Delete “Loan 4711”?').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: /Loan 4711/ }).waitFor({ state: 'detached' });

    await page.goto(`${service.origin}/admin/binders`);
    await page.getByRole('button', { name: 'Import a binder' }).click();
    await look(page, 'import a binder');
    const dialog = await importFile(page, changed(archive.bytes, archive.bytes.length - 5_000));
    await dialog
      .getByRole('alert')
      .getByText(/^This file is not imported: it /)
      .waitFor();
    await importFile(page, changed(archive.bytes, archive.bytes.indexOf('Loan 4711')));
    await dialog.getByText('This file is not imported: it was changed after it was signed.').waitFor();
    await inspectEverywhere(page, 'import refused');
    await importFile(page, archive.bytes);
    await dialogOf(page, '“Loan 4711” is here').waitFor();
    await look(page, 'imported');
    await page.getByRole('link', { name: 'Open the binder' }).click();
    await page.getByText('Please keep this.').last().waitFor();
    assert.equal(new URL(page.url()).pathname, `/b/${id}`);

    await page.goto(`${service.origin}/admin/binders`);
    await page.getByRole('row', { name: /Loan 4711.*Ada Lovelace/ }).waitFor();
    await inspectEverywhere(page, 'console binders');
    await page.getByRole('button', { name: 'Import a binder' }).click();
    await importFile(page, archive.bytes);
    await dialog.getByText(/^It is not imported, for it exists: binder B\w+ is here/).waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${service.origin}/admin/audit`);
    for (const did of ['Imported a binder', 'Exported a binder'])
      await page.getByRole('row').filter({ hasText: did }).getByText('Loan 4711').first().waitFor();
    // What was refused is told by the browser, too.
    assert.deepEqual(
      errors.filter((error) => !/status of (400|409)/.test(error)),
      [],
    );
    await page.context().close();
  },
);

test(
  '[TIME-9] an export that fails says why, is tried again and cancelled; who is not the owner has none',
  browser.needed,
  async () => {
    const id = await fixture.addBinder('Plan', ada, [ben]);
    const { page } = await openApp(browser, service, ada.email, { path: `/b/${id}` });
    let held: () => void = () => undefined;
    await page.route('**/archive', (route) => route.fulfill({ status: 503, body: '{}' }));
    await menuOf(page, 'Plan').click();
    await page.getByRole('menuitem', { name: 'Export' }).click();
    await dialogOf(page, 'Export “Plan”').getByRole('button', { name: 'Export' }).click();
    const downloads = page.getByRole('region', { name: 'Downloads' });
    await downloads.getByText('Others export at this moment. Try again in half a minute.').waitFor();
    await look(page, 'export refused');
    await page.unroute('**/archive');
    await page.route('**/archive', async (route) => {
      await new Promise<void>((resolve) => {
        held = resolve;
      });
      await route.abort();
    });
    await downloads.getByRole('button', { name: 'Try again: Plan.tar' }).click();
    await downloads.getByText('Being put together …').waitFor();
    await inspectEverywhere(page, 'exporting');
    await downloads.getByRole('button', { name: 'Cancel: Plan.tar' }).click();
    await downloads.waitFor({ state: 'detached' });
    held();
    await page.context().close();

    const { page: other } = await openApp(browser, service, ben.email, { path: `/b/${id}` });
    await menuOf(other, 'Plan').click();
    await other.getByRole('menuitem', { name: 'History' }).waitFor();
    assert.equal(await other.getByRole('menuitem', { name: 'Export' }).count(), 0);
    await other.context().close();
  },
);

test('[GDPR-4] one’s own data is downloaded in the menu of one’s account', browser.needed, async () => {
  const id = await fixture.addBinder('Mine', ada, [ben]);
  await fixture.post(id, ben, 'Written by Ben.');
  const { page, errors } = await openApp(browser, service, ben.email);
  await page.getByRole('button', { name: 'Account of Ben Okafor' }).click();
  await page.getByRole('menuitem', { name: 'Download your data' }).click();
  const dialog = dialogOf(page, 'Download your data');
  await dialog.waitFor();
  await look(page, 'your data');
  const { name, bytes } = await saved(page, () => dialog.getByRole('button', { name: 'Download' }).click());
  assert.equal(name, 'my-data.tar');
  assert.ok(bytes.includes('Written by Ben.'));
  assert.ok(!bytes.includes('password_hash'));
  await page.getByText('my-data.tar was downloaded.').waitFor();
  assert.deepEqual(errors, []);
  await page.context().close();
});

test(
  '[GDPR-5] who is disabled is erased in the console, in two steps, and their name is gone in the app',
  browser.needed,
  async () => {
    const lou = await fixture.addUser('Lou Berger');
    const id = await fixture.addBinder('With Lou', ada, [lou]);
    await fixture.post(id, lou, 'Lou was here.');
    const { page, errors } = await openApp(browser, service, ada.email, { path: `/b/${id}` });
    await page.getByText('Lou was here.').last().waitFor();
    await page.getByText('Lou Berger').first().waitFor();

    await page.goto(`${service.origin}/admin/users/${lou.id}`);
    const disable = page.getByRole('button', { name: 'Disable: Lou Berger' });
    await disable.waitFor();
    assert.equal(await page.getByRole('button', { name: 'Erase Lou Berger' }).count(), 0, 'not yet');
    await disable.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Erase Lou Berger' }).click();
    const dialog = dialogOf(page, 'Erase Lou Berger');
    await dialog.getByRole('heading', { name: 'What stays' }).waitFor();
    await inspectEverywhere(page, 'erase, what goes');
    await dialog.getByLabel('Erase what they wrote, said and drew, too').check();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const field = dialog.getByLabel('Type “Lou Berger” to confirm');
    await becomes(() => page.evaluate('document.activeElement.name'), 'confirm');
    await field.fill('Lou');
    await page.keyboard.press('Enter');
    await dialog.getByText('This is not the name.').waitFor();
    await look(page, 'erase, confirm');
    await field.fill('Lou Berger');
    await page.keyboard.press('Enter');
    await page.getByText(/^Asked for on .* it goes on, and is told here once it is done\.$/).waitFor();
    await page.getByRole('heading', { name: 'Deleted user', level: 1 }).waitFor();
    await inspectEverywhere(page, 'being erased');
    await erasures.work(service.env);
    await page.getByText(/^Done on .*, with all that they wrote, said and drew\.$/).waitFor();
    assert.equal(await page.getByRole('button', { name: /^(Enable|Edit|Erase)/ }).count(), 0);
    await loaded(page);
    await look(page, 'erased');
    await page.goto(`${service.origin}/admin/users`);
    await page.getByRole('row', { name: /Deleted user.*Erased/ }).waitFor();
    await page.goto(`${service.origin}/admin/audit`);
    await page.getByText('Erased a person').waitFor();

    await page.goto(`${service.origin}/b/${id}`);
    await page.getByRole('heading', { name: 'With Lou' }).waitFor();
    await page.getByText('Lou was here.').first().waitFor({ state: 'detached' });
    await page.getByText('Lou Berger').first().waitFor({ state: 'detached' });
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);
