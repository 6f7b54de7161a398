import { test } from 'node:test';
import { becomes } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { announceDepartures } from '../assignments/index.ts';
import { openApp, startApp } from './testing/app-page.ts';
import { inspectEverywhere, keep } from './testing/console-page.ts';

const { browser, service, fixture } = await startApp();
const { ada, ben, carla } = fixture;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test(
  '[WORK-22] the page and the card say who cannot answer any more, and the creator reassigns the step; others are not offered it',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Loan 4711', ada, [ben, carla]);
    const call = async (path: string, json: unknown) =>
      (await service.call('POST', `/${binderId}${path}`, { token: ada.token, json })).body.data;
    const steps = [{ assignee: { user_id: ben.id }, actions: [{ id: 'ok', text: 'Confirm' }] }];
    const { transaction_id: id } = await call('/transactions', { title: 'Valuation', content: '', steps });
    await call('/todos', { name: 'Call the bank', assignee_id: ben.id });
    const path = `/b/${binderId}/transactions/${id}`;
    const email = (user: { email?: string }) => user.email ?? '';
    const owner = await openApp(browser, service, email(ada), { path });
    const editor = await openApp(browser, service, email(carla), { path });
    await button(owner.page, /^Reassign the step of Ben/).waitFor();
    await editor.page.getByRole('heading', { name: 'Valuation' }).waitFor();
    await editor.page.getByText('Asked now').waitFor();
    await becomes(() => button(editor.page, /Reassign/).count(), 0, 'an editor who has not made it');

    await call('/removeuser', { id: ben.id });
    await announceDepartures(service.env);
    await owner.page.getByText('No longer in this binder', { exact: true }).waitFor();
    await inspectEverywhere(owner.page, 'transaction-unavailable');

    await owner.page.goto(`${service.origin}/b/${binderId}/transactions`);
    await owner.page.locator('.badge', { hasText: 'Ben Okafor is no longer in this binder' }).waitFor();
    await keep(owner.page, 'transactions-unavailable');
    await owner.page.goto(`${service.origin}/b/${binderId}`);
    const card = owner.page.getByRole('article', { name: 'Valuation' });
    await card.getByText('Ben Okafor is no longer in this binder').waitFor();
    await keep(owner.page, 'chat-card-unavailable');
    await owner.page.goto(`${service.origin}/b/${binderId}/todos`);
    await owner.page.locator('.badge', { hasText: 'Needs an assignee' }).waitFor();
    await keep(owner.page, 'todo-unavailable');

    await owner.page.goto(`${service.origin}${path}`);
    await button(owner.page, /^Reassign the step of Ben/).click();
    const dialog = owner.page.getByRole('dialog', { name: 'Reassign this step' });
    await dialog.getByLabel('New assignee').selectOption('Carla Mendes');
    await keep(owner.page, 'transaction-reassign');
    await dialog.getByRole('button', { name: 'Reassign' }).click();
    await dialog.waitFor({ state: 'detached' });
    await owner.page.getByText('Reassigned to Carla Mendes').waitFor();
    await button(editor.page, 'Confirm').click();
    await owner.page.locator('.badge', { hasText: 'Completed' }).waitFor();
    await becomes(() => button(owner.page, /Reassign/).count(), 0, 'it is done');
    for (const { page } of [owner, editor]) await page.context().close();
  },
);
