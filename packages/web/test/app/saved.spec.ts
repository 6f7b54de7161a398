import assert from 'node:assert/strict';
import { messageReminders } from '@ringbinder/server/features/home/index.ts';
import {
  type App,
  expect,
  inspect,
  inspectEverywhere,
  type Page,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { bell, list } from '../support/push-worker.ts';

const MINUTE_MS = 60_000;

const message = (page: Page, words: string) => page.locator('li.message').filter({ hasText: words });
const row = (page: Page, words: string) => page.locator('.home-saved').filter({ hasText: words });
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name });
const badge = (page: Page) => page.locator('.home-link .count > [aria-hidden]');
const openMenu = (page: Page, words: string) => message(page, words).click({ button: 'right' });

async function openBinder({ org }: App) {
  const { ada, ben } = org;
  const id = await org.addBinder('Loan 4711', ada, [ben]);
  await org.post(id, ben, 'The appraisal is on page 3');
  await org.post(id, ben, 'Lunch at noon?');
  return id;
}

async function remind({ service }: App): Promise<void> {
  await messageReminders.work(service.env);
}

async function save({ service, org }: App, binderId: string, words: string, remind_time?: number) {
  const { body } = await service.call('GET', `/${binderId}/messages`, { token: org.ada.token });
  const { id } = body.data.messages.find(({ text }: { text: string }) => text === words);
  const json = remind_time === undefined ? {} : { remind_time };
  const saved = await service.call('POST', `/${binderId}/messages/${id}/save`, {
    token: org.ada.token,
    json,
  });
  assert.equal(saved.status, 200, saved.body.message);
}

test('[APP-31] a message is saved by its menu or the key S, marked, and removed in Home', async ({
  app,
  org,
}) => {
  const id = await openBinder(app);
  const page = await app.open(org.ada, { path: `/b/${id}/chat` });
  const other = await app.open(org.ada, { path: `/b/${id}/chat` });
  const first = message(page, 'appraisal');
  await openMenu(page, 'appraisal');
  await menuItem(page, 'Save for later').click();
  await first.getByText('Saved for later', { exact: true }).waitFor();
  await message(other, 'appraisal').getByText('Saved for later').waitFor();
  await message(page, 'Lunch').focus();
  await page.keyboard.press('s');
  await message(page, 'Lunch').getByText('Saved for later', { exact: true }).waitFor();
  await page.keyboard.press('s');
  await expect(message(page, 'Lunch').getByText('Saved for later', { exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: /^For you/ }).click();
  await expect(page.locator('.home-saved')).toHaveCount(1);
  await expect(row(page, 'appraisal')).toContainText('Message of Ben Okafor');
  await expect(badge(page)).toHaveCount(0);
  await row(page, 'appraisal').getByRole('button', { name: 'Done: message of Ben Okafor' }).click();
  await page.getByText('You’re all caught up').waitFor();
  await expect(message(other, 'appraisal').getByText('Saved for later')).toHaveCount(0);
});

test('[APP-32] a reminder is set to a proposed or another time, and moved in Home', async ({ app, org }) => {
  const id = await openBinder(app);
  const page = await app.open(org.ada, { path: `/b/${id}/chat` });
  await openMenu(page, 'appraisal');
  await menuItem(page, 'Remind me…').click();
  const dialog = page.getByRole('dialog', { name: 'Remind me' });
  await dialog.getByRole('button', { name: 'Tomorrow at 9:00' }).click();
  await message(page, 'appraisal').getByText('Reminder: tomorrow, 09:00').waitFor();
  await openMenu(page, 'Lunch');
  await menuItem(page, 'Remind me…').click();
  await dialog.getByLabel('At another time').fill('2020-01-01T10:00');
  await dialog.getByRole('button', { name: 'Set reminder' }).click();
  await dialog.getByText('Choose a time in the future.').first().waitFor();
  await dialog.getByLabel('At another time').fill('2099-01-01T10:00');
  await dialog.getByRole('button', { name: 'Set reminder' }).click();
  await message(page, 'Lunch').getByText('Reminder: 1 Jan 2099, 10:00').waitFor();
  await page.getByRole('link', { name: /^For you/ }).click();
  await expect(row(page, 'appraisal')).toContainText('Reminder: tomorrow, 09:00');
  await row(page, 'appraisal')
    .getByRole('button', { name: /^Remind me/ })
    .click();
  await dialog.getByLabel('At another time').fill('2098-01-01T10:00');
  await dialog.getByRole('button', { name: 'Set reminder' }).click();
  await expect(row(page, 'appraisal')).toContainText('Reminder: 1 Jan 2098, 10:00');
});

test('[APP-32] Escape returns the focus to the message whose menu a pointer opened', async ({ app, org }) => {
  const page = await app.open(org.ada, { path: `/b/${await openBinder(app)}/chat` });
  const dialog = page.getByRole('dialog', { name: 'Remind me' });
  const fromBar = async () => {
    await message(page, 'Lunch').hover();
    await message(page, 'Lunch').getByRole('button', { name: 'More' }).click();
  };
  for (const open of [() => openMenu(page, 'Lunch'), fromBar, () => openMenu(page, 'Lunch')]) {
    await page.locator('#title').focus();
    await open();
    await menuItem(page, 'Remind me…').click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(message(page, 'Lunch')).toBeFocused();
  }
});

test('[APP-33] [NOTIFY-40] a due reminder is shown at once, first in Home, in the badge and in the bell', async ({
  app,
  org,
  service,
}) => {
  const unfreeze = service.clock.freeze();
  try {
    const id = await openBinder(app);
    await save(app, id, 'The appraisal is on page 3', service.clock.now() + MINUTE_MS);
    service.clock.advance(1);
    await save(app, id, 'Lunch at noon?');
    const page = await app.open(org.ada, { path: '/home' });
    await expect(page.locator('.home-excerpt')).toHaveText(['Lunch at noon?', 'The appraisal is on page 3']);
    await expect(page).toHaveTitle(/2/);
    service.clock.advance(MINUTE_MS);
    await remind(app);
    await page.getByText('Reminder: Ben Okafor wrote “The appraisal is on page 3”').waitFor();
    await expect(page.locator('.home-excerpt')).toHaveText(['The appraisal is on page 3', 'Lunch at noon?']);
    await expect(page.locator('.home-saved[data-due=true]')).toHaveCount(1);
    await expect(badge(page)).toHaveText('1');
    await page.getByRole('heading', { name: 'Saved 1 due' }).waitFor();
    await bell(page).click();
    await list(page)
      .getByRole('link', { name: /^Reminder of a message from Ben Okafor/ })
      .click();
    await message(page, 'appraisal').waitFor();
    assert.match(page.url(), /\/chat\/\d+$/);
  } finally {
    unfreeze();
  }
});

test('[APP-3] saved messages are accessible at all widths, in both colour schemes', async ({
  app,
  org,
  service,
}) => {
  const id = await openBinder(app);
  await save(app, id, 'The appraisal is on page 3', service.clock.now() + 60 * MINUTE_MS);
  await save(app, id, 'Lunch at noon?');
  const page = await app.open(org.ada, { path: '/home' });
  await expect(page.locator('.home-saved')).toHaveCount(2);
  await inspectEverywhere(page, 'saved');
  await page.setViewportSize({ width: 360, height: 740 });
  await inspect(page, 'saved 360');
  await page.setViewportSize({ width: 1280, height: 800 });
  await row(page, 'Lunch')
    .getByRole('button', { name: /^Remind me/ })
    .click();
  await page.getByRole('dialog', { name: 'Remind me' }).waitFor();
  await inspectEverywhere(page, 'remind');
  await page.setViewportSize({ width: 360, height: 740 });
  await inspect(page, 'remind 360');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${service.origin}/b/${id}/chat`);
  await message(page, 'Lunch').getByText('Saved for later').waitFor();
  await openMenu(page, 'Lunch');
  await inspectEverywhere(page, 'saved in the chat');
});
