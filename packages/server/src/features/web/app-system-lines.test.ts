import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '@ringbinder/testkit';
import type { Locator } from 'playwright-core';
import { announceDepartures } from '../assignments/index.ts';
import { openApp, startApp } from './testing/app-page.ts';
import { fieldOf, messageOf } from './testing/chat-page.ts';
import { keep } from './testing/console-page.ts';

const { browser, service, fixture } = await startApp();
const { ada, ben } = fixture;

const isWithoutAuthor = async (line: Locator) => {
  await line.waitFor();
  assert.doesNotMatch(await line.innerText(), /Ada|You|commented/);
};

test(
  '[MSG-46] what the service wrote has no author among results, comments and answers, nor in the history',
  browser.needed,
  async () => {
    const id = await fixture.addBinder('Loan 4711', ada, [ben]);
    const post = async (path: string, json: unknown) =>
      (await service.call('POST', `/${id}${path}`, { token: ada.token, json })).body.data;
    await post('/meets', { name: 'Valuation talk' });
    const steps = [{ assignee: { user_id: ben.id }, actions: [{ id: 'ok', text: 'Confirm' }] }];
    const { transaction_id } = await post('/transactions', { title: 'Valuation', content: '', steps });
    const { todos } = await post('/todos', { name: 'Call the valuer', assignee_id: ben.id });
    await post('/removeuser', { id: ben.id });
    await announceDepartures(service.env);
    const { page } = await openApp(browser, service, ada.email, { path: `/b/${id}` });
    const { origin } = service;

    await messageOf(page, 'The assignee of the to-do').waitFor();
    await page.getByRole('button', { name: 'Search in this binder' }).click();
    await page.getByRole('searchbox').fill('started');
    await isWithoutAuthor(page.locator('.results a', { hasText: 'Meet started: Valuation talk' }));
    await keep(page, 'system-line-found');
    await page.keyboard.press('Escape');
    await page.locator('#title').click();
    await page.keyboard.press('Control+k');
    await page.locator('.find-field').fill('Meet started');
    await isWithoutAuthor(page.locator('.find-line', { hasText: 'Meet started: Valuation talk' }));
    await page.keyboard.press('Escape');

    const line = page.locator('.history .system');
    await page.goto(`${origin}/b/${id}/transactions/${transaction_id}`);
    await isWithoutAuthor(line.filter({ hasText: 'An assignee of “Valuation”' }));
    await keep(page, 'system-line-of-a-transaction');
    await page.goto(`${origin}/b/${id}/todos/${todos[0].id}`);
    await isWithoutAuthor(line.filter({ hasText: 'The assignee of the to-do' }));
    await keep(page, 'system-line-of-a-to-do');
    await becomes(() => page.locator('.todo-marks').getByText('1 comment').count(), 0);
    await page.goto(`${origin}/b/${id}?history=99`);
    await isWithoutAuthor(page.locator('.history-messages li', { hasText: 'Meet started' }));
    await keep(page, 'system-lines-then');
    await page.context().close();
  },
);

test('[MSG-46] answering a line of the service names nobody', browser.needed, async () => {
  const id = await fixture.addBinder('Answers', ada);
  await service.call('POST', `/${id}/meets`, { token: ada.token, json: { name: 'Weekly' } });
  const { page } = await openApp(browser, service, ada.email, { path: `/b/${id}` });
  const line = messageOf(page, 'Meet started: Weekly');
  await line.focus();
  await line.press('r');
  const context = page.locator('.composer-context');
  await context.getByText('Meet started: Weekly').waitFor();
  assert.doesNotMatch(await context.innerText(), /Ada/);
  await fieldOf(page).fill('I come');
  await fieldOf(page).press('Enter');
  await isWithoutAuthor(messageOf(page, 'I come').locator('.quote-line'));
  await page.context().close();
});
