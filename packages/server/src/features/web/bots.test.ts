import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goTo, inspectEverywhere, openConsole } from './testing/console-page.ts';
import { startConsole } from './testing/fixture.ts';

const { browser, service, fixture } = await startConsole();

test(
  '[BOT-1] the kinds of event that a bot wants are chosen, and a bot app is disabled',
  browser.needed,
  async () => {
    const { page } = await openConsole(browser, service, fixture.admin.email);
    await goTo(page, 'Bots');
    await page.getByRole('tab', { name: 'Bot apps' }).click();
    await page.getByRole('button', { name: 'Create a bot' }).click();
    await page.getByLabel('Name').fill('Reminder');
    await page.getByRole('combobox', { name: 'Events' }).selectOption('some');
    await page.getByLabel('To-do created').check();
    await page.getByLabel('To-do completed').check();
    await page.getByLabel('Webhook address').fill('http://10.1.2.3/hook');
    await page
      .getByRole('dialog')
      .getByText(/^This address is private/)
      .waitFor();
    await page.getByLabel(/^May be called at a private address/).check();
    await page.getByText(/^This address is private/).waitFor({ state: 'detached' });
    await page.getByLabel(/^May be called at a private address/).uncheck();
    await inspectEverywhere(page, 'bot app');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('textbox', { name: 'Webhook secret' }).waitFor();
    await page.getByText(/^This address is private/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    const ofOrg = await service.call('GET', `/orgs/${fixture.partner.orgId}/bots`, {
      token: fixture.admin.token,
    });
    assert.equal(
      ofOrg.body.data.bots.find(({ name }: { name: string }) => name === 'Reminder')?.enabled,
      true,
      'it is enabled in the org at once',
    );
    const apps = async () =>
      (
        await service.call('GET', `/partners/${fixture.partner.id}/bots?q=reminder`, {
          token: fixture.admin.token,
        })
      ).body.data.bots[0];
    assert.deepEqual((await apps()).events.toSorted(), ['todo_completed', 'todo_created']);
    await page.getByRole('button', { name: 'Edit Reminder' }).click();
    await page.getByLabel('To-do created').and(page.locator(':checked')).waitFor();
    await page.getByRole('combobox', { name: 'Events' }).selectOption('all');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal((await apps()).events, null);
    await page.getByRole('button', { name: 'Edit Reminder' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const told = await service.call('GET', `/partners/${fixture.partner.id}/audit?action=bot.update`, {
      token: fixture.admin.token,
    });
    const [latest, ...others] = told.body.data.entries;
    assert.deepEqual(latest.details, { events: null }, 'no more than what was changed');
    assert.equal(others.length, 0, 'what was saved as it was changes nothing');
    await page.getByRole('button', { name: 'New secret: Reminder' }).click();
    await inspectEverywhere(page, 'bot secret');
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('textbox', { name: 'Webhook secret' }).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('cell', { name: /Two webhook secrets until/ }).waitFor();
    assert.ok((await apps()).old_webhook_secret_until > service.clock.now() + 86_000_000);
    await page.getByRole('button', { name: 'Disable: Reminder' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable: Reminder' }).waitFor();
    assert.equal((await apps()).disabled, true);
    await page.context().close();
  },
);
