import assert from 'node:assert/strict';
import { expect, inspectEverywhere } from '@ringbinder/testkit/playwright/index.ts';
import { openConsole, test } from '../support/console-page.ts';

test('[BOT-1] an admin creates a bot app with chosen events, renews its secret and disables it', async ({
  app,
  org,
  service,
}) => {
  const { partner, ada } = org;
  const read = async (path: string) => (await service.call('GET', path, { token: ada.token })).body.data;
  const bot = async () => (await read(`/partners/${partner.id}/bots?q=reminder`)).bots[0];
  const page = await openConsole(app, '/bots');
  const dialog = page.getByRole('dialog');
  const privateAddress = page.getByText(/^This is a private address/).first();
  const secret = page.getByRole('textbox', { name: 'Webhook secret' });

  await test.step('create it with two kinds of events', async () => {
    await page.getByRole('tab', { name: 'Bot apps' }).click();
    await page.getByRole('button', { name: 'Create a bot' }).click();
    await page.getByLabel('Name').fill('Reminder');
    await page.getByRole('combobox', { name: 'Events' }).selectOption('some');
    await page.getByLabel('To-do created').check();
    await page.getByLabel('To-do completed').check();
    await page.getByLabel('Webhook URL').fill('http://10.1.2.3/hook');
    await dialog.getByText(/^This is a private address/).waitFor();
    await page.getByLabel(/^Allow calls to a private address/).check();
    await expect(privateAddress).toHaveCount(0);
    await page.getByLabel(/^Allow calls to a private address/).uncheck();
    await inspectEverywhere(page, 'bot app');
    await page.getByRole('button', { name: 'Save' }).click();
    await secret.waitFor();
    await privateAddress.waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    const { bots } = await read(`/orgs/${partner.orgId}/bots`);
    const enabled = bots.find(({ name }: { name: string }) => name === 'Reminder')?.enabled;
    assert.equal(enabled, true, 'the organisation has it enabled');
    assert.deepEqual((await bot()).events.toSorted(), ['todo_completed', 'todo_created']);
  });
  await test.step('change it to all events; saving it unchanged writes no audit entry', async () => {
    await page.getByRole('button', { name: 'Edit Reminder' }).click();
    await expect(page.getByLabel('To-do created')).toBeChecked();
    await page.getByRole('combobox', { name: 'Events' }).selectOption('all');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    assert.equal((await bot()).events, null);
    await page.getByRole('button', { name: 'Edit Reminder' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    const { entries } = await read(`/partners/${partner.id}/audit?action=bot.update`);
    const details = entries.map((entry: { details: unknown }) => entry.details);
    assert.deepEqual(details, [{ events: null }]);
  });
  await test.step('renew its secret; the old one stays valid for a day', async () => {
    await page.getByRole('button', { name: 'New secret: Reminder' }).click();
    await inspectEverywhere(page, 'bot secret');
    await dialog.getByRole('button', { name: 'New secret' }).click();
    await secret.waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('cell', { name: /Two webhook secrets until/ }).waitFor();
    assert.ok((await bot()).old_webhook_secret_until > service.clock.now() + 86_000_000);
  });
  await test.step('disable it', async () => {
    await page.getByRole('button', { name: 'Disable: Reminder' }).click();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable: Reminder' }).waitFor();
    assert.equal((await bot()).disabled, true);
  });
});
