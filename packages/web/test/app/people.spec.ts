import assert from 'node:assert/strict';
import { makeImage } from '@ringbinder/page-renderer/testing';
import type { CreatedUser } from '@ringbinder/testkit';
import {
  type App,
  expect,
  inspectEverywhere,
  type Page,
  SCREENS,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { useKeyboard } from '../support/keyboard.ts';

const card = (page: Page) => page.getByRole('dialog', { name: /^About/ });

async function changeProfile({ service }: App, { token }: CreatedUser, json: object): Promise<void> {
  const { status, body } = await service.call('POST', '/me', { token, json });
  assert.equal(status, 200, JSON.stringify(body));
}

async function addBinder(app: App): Promise<string> {
  const { ada, ben } = app.org;
  await changeProfile(app, ben, {
    title: 'Head of claims',
    timezone: 'Pacific/Kiritimati',
    working_hours: { days: [1, 2, 3, 4, 5], from: '04:00', to: '04:01' },
    status: { text: 'On a train', emoji: '🚆', availability: 'away', until_time: Date.now() + 3_600_000 },
  });
  const id = await app.org.addBinder('Claims', ada, [ben]);
  const message = { text: 'Hello @Ada Lovelace, a question.', mentions: [ada.id] };
  const json = { message };
  assert.equal((await app.service.call('POST', `/${id}/messages`, { token: ben.token, json })).status, 200);
  return id;
}

test('[APP-28] [APP-29] a name, a picture and a mention open the card of the person, and it starts a message', async ({
  app,
}) => {
  const id = await addBinder(app);
  const page = await app.open(app.org.ada, { path: `/b/${id}` });
  const message = page.locator('.message').filter({ hasText: 'a question' });
  await expect(message.getByRole('img', { name: 'On a train · Away' })).toHaveText('🚆');
  const name = message.getByRole('button', { name: 'Ben Okafor', exact: true });
  await expect(name).toHaveCSS('border-top-width', '0px');
  await name.click();
  await expect(card(page)).toContainText('Head of claims');
  await expect(card(page)).toContainText(/On a train · Away until (today|tomorrow)/);
  await expect(card(page)).toContainText(/\d local time \(.* ahead of you\)/);
  await expect(card(page)).toContainText('Works Mon–Fri, 04:00–04:01');
  await inspectEverywhere(page, 'person card');
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveCount(0);
  await message.locator('.gutter .avatar').click();
  await expect(card(page)).toContainText('Head of claims');
  await page.keyboard.press('Escape');
  await message.locator('.mention').click();
  await card(page).getByRole('button', { name: 'Set a status' }).waitFor();
  await page.keyboard.press('Escape');
  await message.getByRole('button', { name: 'Ben Okafor', exact: true }).click();
  await card(page).getByRole('button', { name: 'Message' }).click();
  const dialog = page.getByRole('dialog', { name: 'New direct message' });
  await expect(dialog.locator('.chips bdi')).toHaveText('Ben Okafor');
});

test('[APP-26] a new picture of a member replaces the stored one at the next visit, and is a circle', async ({
  app,
}) => {
  const { service, org } = app;
  const { ada, ben } = org;
  const id = await addBinder(app);
  const page = await app.open(ada, { path: `/b/${id}` });
  const avatar = page.locator('.message').filter({ hasText: 'a question' }).locator('.gutter .avatar');
  await expect(avatar).toHaveText('BO');
  const form = new FormData();
  const portrait = await makeImage({ format: 'png', width: 300, height: 400 });
  form.append('file', new Blob([new Uint8Array(portrait)], { type: 'image/png' }), 'portrait.png');
  const uploaded = await service.call('POST', `/${ben.id}/picture`, { token: ben.token, body: form });
  assert.equal(uploaded.status, 200, JSON.stringify(uploaded.body));
  await page.reload();
  const picture = avatar.locator('img');
  await expect(picture).toHaveAttribute('src', uploaded.body.data.picture_uri);
  const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
  expect(width).toBeGreaterThan(0);
  expect(height).toBe(width);
});

test('[APP-28] keys open the card from a message and from the members, and the focus returns', async ({
  app,
}) => {
  const id = await addBinder(app);
  const page = await app.open(app.org.ada, { path: `/b/${id}` });
  const { press, expectAt } = useKeyboard(page);
  const message = page.locator('.message').filter({ hasText: 'a question' });
  await message.focus();
  await press('i');
  await card(page).waitFor();
  await expectAt('Message');
  await press('Escape');
  await expect(message).toBeFocused();
  await page.goto(`${app.service.origin}/b/${id}/members`);
  const member = page.locator('.member').filter({ hasText: 'Ben Okafor' });
  await member.getByRole('img', { name: 'On a train · Away' }).waitFor();
  await inspectEverywhere(page, 'members with status');
  await member.getByRole('button', { name: 'Ben Okafor', exact: true }).focus();
  await press('Enter');
  await expect(card(page)).toContainText('Head of claims');
});

test('[APP-29] a person sets, sees and clears a status from the account menu', async ({ app }) => {
  const id = await addBinder(app);
  const page = await app.open(app.org.ada, { path: `/b/${id}/members` });
  const dialog = page.getByRole('dialog', { name: 'Set a status' });
  const openDialog = async () => {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Set a status' }).click();
    await dialog.waitFor();
  };
  const own = page.locator('.member').filter({ hasText: 'Ada' });
  const before = Date.now();
  await openDialog();
  await dialog.getByRole('button', { name: 'Choose an emoji' }).click();
  const search = page.getByRole('searchbox', { name: /emoji/i });
  await search.fill('seedling');
  await page
    .getByRole('gridcell', { name: /seedling/ })
    .first()
    .waitFor();
  await search.press('Enter');
  await dialog.getByRole('button', { name: 'Emoji: 🌱' }).waitFor();
  await dialog.getByLabel('Status', { exact: true }).fill('Planting');
  await dialog.getByLabel('Availability').selectOption('Do not disturb');
  await dialog.getByLabel('Clear after').selectOption('30 minutes');
  await inspectEverywhere(page, 'status dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(own.getByRole('img', { name: 'Planting · Do not disturb' })).toHaveText('🌱');
  const { status } = (await app.service.call('GET', '/me', { token: app.org.ada.token })).body.data;
  assert.deepEqual([status.text, status.emoji, status.availability], ['Planting', '🌱', 'do_not_disturb']);
  assert.ok(status.until_time >= before + 30 * 60_000 && status.until_time <= Date.now() + 30 * 60_000);
  await openDialog();
  await expect(dialog.getByLabel('Status', { exact: true })).toHaveValue('Planting');
  await dialog.getByRole('button', { name: 'Clear status' }).click();
  await expect(own.getByRole('img')).toHaveCount(0);
});

test('[APP-28] a status set since the last snapshot is shown when the binder is opened', async ({ app }) => {
  const { ada, ben } = app.org;
  const id = await addBinder(app);
  const page = await app.open(ada, { path: `/b/${id}` });
  const mark = page.locator('.message .status-mark').first();
  await expect(mark).toHaveText('🚆');
  const status = { text: 'At my desk', emoji: '🪴' };
  assert.equal((await app.service.call('POST', '/me', { token: ben.token, json: { status } })).status, 200);
  await page.reload();
  await expect(mark).toHaveText('🪴');
});

test('[APP-28] on a narrow phone the card opens by touch and fits', async ({ app }) => {
  const id = await addBinder(app);
  const page = await app.open(app.org.ada, {
    path: `/b/${id}`,
    ...SCREENS['phone, light'],
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  await page.locator('.message .person-link').first().tap();
  await card(page).waitFor();
  const box = await card(page).boundingBox();
  assert.ok(box && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
});

test('[USER-9] one button saves the texts and the picture of the profile, and keeps the texts if the picture is refused', async ({
  app,
}) => {
  app.allowErrors(/status of 400/);
  const page = await app.open(app.org.ada, { path: '/account' });
  await page.getByRole('link', { name: 'Edit your profile' }).click();
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('Picture of you').setInputFiles({ name, mimeType: 'image/png', buffer });
  const title = page.getByLabel('Title', { exact: true });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await title.fill('Loan officer');
  await choose('broken.png', Buffer.from('no picture'));
  await save.click();
  await expect(page.getByRole('alert')).toHaveText(/^Choose a picture/);
  await expect(title).toHaveValue('Loan officer');
  await choose('me.png', await makeImage({ format: 'png', width: 80, height: 40 }));
  await save.click();
  await page.getByRole('status').waitFor();
  await expect(title).toHaveValue('Loan officer');
  await expect(page.locator('.own-picture')).toBeVisible();
  await title.fill('Head of loans');
  await save.click();
  await expect(title).toHaveValue('Head of loans');
  await expect(page.locator('.own-picture'), 'the picture stays without another choice').toBeVisible();
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(page.locator('.own-picture')).toHaveCount(0);
  await expect(title).toHaveValue('Head of loans');
});
