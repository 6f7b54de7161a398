import { expect, type Page, SCREENS, test } from '@ringbinder/testkit/playwright/index.ts';
import { fieldOf } from '../support/chat-page.ts';
import { openSection } from '../support/sections.ts';
import { chooseMore, loanBinder } from '../support/viewer-page.ts';

// Without a mail server, an invitation has no message.
test.use({ serviceOptions: { config: { smtpUrl: 'smtp://127.0.0.1:1' } } });

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

  await test.step('Back closes it, and its entries remain', async () => {
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

const PHONE = { ...SCREENS['phone, light'], hasTouch: true, isMobile: true };

test('[APP-41] on a phone Back closes menus and popovers', async ({ app, org }) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Menus', ada, [ben]);
  await org.post(id, ben, 'The appraisal is on page 3');
  const page = await app.open(ada, { path: '/', ...PHONE });
  await page.locator('.binder-row').filter({ hasText: 'Menus' }).getByRole('link').tap();
  await fieldOf(page).waitFor();
  const here = pathOf(page);
  const message = page.locator('li.message').filter({ hasText: 'appraisal' });
  const menu = page.getByRole('menu');
  const popover = page.getByRole('dialog');
  for (const [open, opened] of [
    [() => page.getByRole('button', { name: 'Actions: Menus' }).last().tap(), menu],
    [() => button(page, 'Insert an emoji').tap(), popover],
    [() => message.press('m'), menu],
    [() => message.press('+'), popover],
  ] as const) {
    await open();
    await opened.waitFor();
    await page.goBack();
    await expect(opened).toHaveCount(0);
    expect(pathOf(page)).toBe(here);
  }
  await message.press('m');
  await page.getByRole('menuitem', { name: /^Reply in thread/ }).tap();
  await button(page, 'Close thread').waitFor();
  await page.goBack();
  await expect(button(page, 'Close thread')).toHaveCount(0);
  expect(pathOf(page)).toBe(here);
  await page.goBack();
  await page.locator('.binder-row').filter({ hasText: 'Menus' }).waitFor();
});

test('[APP-41] [VIEW-33] on a phone Back closes the search, comments and placing of a document at any page', async ({
  app,
  org,
}) => {
  const { id, to } = await loanBinder(app, 'Sheets');
  const page = await app.open(org.ada, { path: `/b/${id}/pages`, ...PHONE });
  await page
    .getByRole('link', { name: /Loan\.pdf/ })
    .first()
    .tap();
  const isPage = (index: number) => page.waitForURL((url) => url.pathname === to(index));
  await isPage(0);

  await test.step('the search, which has turned the page', async () => {
    await chooseMore(page, 'Search all pages');
    const search = page.getByRole('searchbox', { name: 'Search all pages' });
    await search.fill('bank');
    await page.getByText(/^1 of \d+/).waitFor();
    await search.press('Shift+Enter');
    await isPage(2);
    await page.goBack();
    await expect(search).toHaveCount(0);
    await isPage(2);
  });

  await test.step('the comments and the placing of one', async () => {
    const comments = page.getByRole('complementary', { name: 'Comments' });
    await button(page, '0 comments').tap();
    await button(page, 'Add a pin').tap();
    const placing = page.locator('.placing');
    await placing.waitFor();
    await page.goBack();
    await expect(placing).toHaveCount(0);
    await comments.waitFor();
    await page.goBack();
    await expect(comments).toHaveCount(0);
    await isPage(2);
  });

  await test.step('then it leads out of the document, past pages turned after a menu', async () => {
    await button(page, 'More actions').tap();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Previous page' }).tap();
    await isPage(1);
    await page.goBack();
    await page.waitForURL(/\/pages$/);
  });
});

test('[APP-41] a form with entries asks before Escape or Back discards them', async ({ app, org }) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Loan 4711', ada, [ben]);
  await org.post(id, ben, 'The appraisal is on page 3');
  const page = await app.open(ada, { path: `/b/${id}/meets` });
  const dialog = page.getByRole('dialog');
  const asks = async (label: string) => {
    const field = dialog.getByLabel(label, { exact: true });
    const goOn = button(page, 'Continue editing');
    await field.fill('A long text');
    for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
      await leave();
      await expect(goOn).toBeFocused();
      await expect(goOn).toHaveAccessibleDescription('Discard your changes?');
      // Chrome closes a dialog on a second Escape without input in between.
      await page.keyboard.press('Escape');
      await expect(goOn).toHaveCount(0);
      await expect(field).toBeFocused();
      await expect(field).toHaveValue('A long text');
    }
    await button(page, 'Cancel').click();
    await page.keyboard.press('Enter');
    await expect(button(page, 'Cancel')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(goOn).toBeFocused();
    await field.press('End');
    await field.pressSequentially('!');
    await expect(goOn, 'typing goes on').toHaveCount(0);
    await expect(field).toHaveValue('A long text!');
    await page.keyboard.press('Escape');
    await button(page, 'Discard').click();
    await expect(dialog).toHaveCount(0);
  };

  await test.step('a planned meeting', async () => {
    await button(page, 'Schedule a meeting').click();
    await asks('Agenda');
    await button(page, 'Schedule a meeting').click();
    await expect(dialog.getByLabel('Agenda')).toHaveValue('');
    await dialog.getByLabel('Starts').press('ArrowDown');
    await page.locator('.calendar :focus').press('PageDown');
    await page.keyboard.press('Enter');
    await expect(page.locator('.calendar')).toBeHidden();
    await page.keyboard.press('Escape');
    await button(page, 'Discard').click();
    await expect(dialog, 'a day in the calendar is an entry').toHaveCount(0);
    await button(page, 'Schedule a meeting').click();
    await page.keyboard.press('Escape');
    await expect(dialog, 'without entries it does not ask').toHaveCount(0);
  });

  await test.step('a direct message', async () => {
    await button(page, 'New').click();
    await page.getByRole('menuitem', { name: 'New direct message' }).click();
    await dialog.getByRole('button', { name: /Ben Okafor/ }).click();
    await dialog.getByRole('button', { name: 'Remove Ben Okafor' }).waitFor();
    await page.keyboard.press('Escape');
    await expect(button(page, 'Discard'), 'a chosen person is an entry').toBeVisible();
    await page.keyboard.press('Escape');
    await asks('Message');
  });

  await test.step('the comment on a forwarded message', async () => {
    await openSection(page, 'Chat');
    await page.locator('li.message').filter({ hasText: 'appraisal' }).focus();
    await page.keyboard.press('f');
    await dialog.getByRole('button', { name: 'Loan 4711' }).click();
    await asks('Comment (optional)');
  });

  await test.step('the message of an invitation', async () => {
    await openSection(page, 'Members');
    await button(page, 'Add people').click();
    await dialog.getByLabel('Name, email or user ID').fill('dr.weber@notary.example');
    await page.keyboard.press('Enter');
    await dialog.getByRole('checkbox', { name: /^Create an account/ }).uncheck();
    await asks('Add a message (optional)');
  });

  await test.step('the comment on several answers', async () => {
    const steps = [{ assignee: { user_id: ada.id }, actions: [{ id: 'yes', text: 'Approve' }] }];
    const json = { title: 'Valuation', content: '', steps };
    await app.service.call('POST', `/${id}/transactions`, { token: ben.token, json });
    await page.goto(`${app.service.origin}/home?show=steps`);
    await page.getByRole('checkbox', { name: 'Select Valuation' }).check();
    await button(page, 'Answer 1 selected').click();
    await asks('Comment (optional)');
  });
});
