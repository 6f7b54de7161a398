import { expect, type Page, SCREENS, test } from '@ringbinder/testkit/playwright/index.ts';
import { fieldOf } from '../support/chat-page.ts';
import { openSection } from '../support/sections.ts';
import { chooseMore, loanBinder } from '../support/viewer-page.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pathOf = (page: Page) => new URL(page.url()).pathname;

test('[APP-41] Back closes a dialog and leaves the section only then', async ({ app, org }) => {
  const id = await org.addBinder('Back', org.ada, [org.ben]);
  const page = await app.open(org.ada, { path: `/b/${id}` });
  await fieldOf(page).waitFor();
  await openSection(page, 'Approvals');
  const dialog = page.getByRole('dialog');
  const title = page.getByLabel('Title');
  const here = pathOf(page);

  await test.step('Back closes it, and its entries are kept', async () => {
    await button(page, 'Request').first().click();
    await title.fill('Valuation');
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    expect(pathOf(page)).toBe(here);
    await button(page, 'Request').first().click();
    await expect(title).toHaveValue('Valuation');
  });

  await test.step('one that opens after another was closed is closed in the same way', async () => {
    await button(page, 'Cancel').click();
    await page.keyboard.press('?');
    await expect(dialog).toHaveCount(1);
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    expect(pathOf(page)).toBe(here);
  });

  await test.step('one that was closed otherwise is skipped', async () => {
    await button(page, 'Request').first().click();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.goBack();
    await fieldOf(page).waitFor();
    expect(pathOf(page)).toBe(`/b/${id}`);
    await page.goForward();
    await button(page, 'Request').first().waitFor();
  });

  await test.step('one that leads elsewhere leaves no entry of its own', async () => {
    await button(page, 'Request').first().click();
    await title.fill('Valuation');
    await page.getByRole('combobox', { name: /^Person/ }).selectOption('Ben Okafor');
    await button(page, 'Send request').click();
    await expect(page).toHaveURL(/\/transactions\/\d+$/);
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe(here);
    await page.goBack();
    await fieldOf(page).waitFor();
  });

  await test.step('a reload with an open dialog leaves nothing to close', async () => {
    await openSection(page, 'Approvals');
    await button(page, 'Request').first().click();
    await title.waitFor();
    await page.reload();
    await button(page, 'Request').first().waitFor();
    await page.goBack();
    await fieldOf(page).waitFor();
  });
});

test('[APP-41] on a phone Back ends drawing, and then leaves the document', async ({ app, org }) => {
  const { id } = await loanBinder(app, 'Drawn');
  const page = await app.open(org.ada, { path: `/b/${id}/pages`, ...SCREENS['phone, light'] });
  await page
    .getByRole('link', { name: /Loan\.pdf/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/pages\/\d+$/);
  const document = pathOf(page);
  await chooseMore(page, 'Draw');
  await button(page, 'Done').waitFor();
  await page.goBack();
  await button(page, 'More actions').waitFor();
  expect(pathOf(page)).toBe(document);
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe(`/b/${id}/pages`);
});
