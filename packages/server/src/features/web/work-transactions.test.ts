import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { openApp, openBoth, startApp } from './testing/app-page.ts';

const app = await startApp();
const { browser, service, fixture } = app;

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Two people in a binder, each at the transactions of it. */
async function twoAtTransactions(name: string) {
  const both = await openBoth(app, name, { part: '/transactions' });
  for (const page of [both.ada, both.ben]) await heading(page, 'Transactions');
  return both;
}

test('[WORK-6] [WORK-7] one asks by a template and the other answers in place', browser.needed, async () => {
  const { binderId: id, ada, ben, close } = await twoAtTransactions('Approvals');
  await button(ada, 'Ask for something').first().click();
  await ada.getByLabel('Title').fill('Loan agreement');
  await ada.getByRole('radio', { name: /Document check/ }).check();
  await button(ada, 'Ask').click();
  const people = ada.getByRole('dialog').getByRole('combobox', { name: /^Person/ });
  await ada.getByText('Choose who answers.').first().waitFor();
  await becomes(() => people.nth(0).getAttribute('aria-invalid'), 'true', 'it is said at the field');
  await becomes(() => ada.getByLabel('Title').inputValue(), 'Loan agreement', 'what was entered stays');
  await people.nth(0).selectOption('Ben Okafor');
  await people.nth(1).selectOption('Ada Lovelace');
  await button(ada, 'Ask').click();
  await heading(ada, 'Loan agreement');
  await ada.waitForURL(new RegExp(`/b/${id}/transactions/\\d+$`));
  await becomes(() => button(ada, 'Approve').count(), 0, 'it is not her turn yet');

  await ben.getByRole('heading', { name: /^Waiting for you/ }).waitFor();
  await button(ben, 'Checked').click();
  await button(ada, 'Approve').waitFor();
  await ada.getByText('answered “Checked”').waitFor();
  await button(ada, 'Approve').click();
  await ben.getByRole('heading', { name: /^Ended/ }).waitFor();
  await ben.locator('.badge', { hasText: 'Completed' }).waitFor();
  await close();
});

test('[WORK-6] a press that comes too late is told, and how it stands is shown', browser.needed, async () => {
  const { binderId: id, ben, close } = await twoAtTransactions('Too late');
  const { ada: owner, ben: assignee } = fixture;
  const json = {
    title: 'Valuation',
    content: '',
    steps: [{ assignee: { user_id: assignee.id }, actions: [{ id: 'ok', text: 'Confirm' }] }],
  };
  const made = await service.call('POST', `/${id}/transactions`, { token: owner.token, json });
  const { transaction_id, steps } = made.body.data;
  await button(ben, 'Confirm').waitFor();
  // Stopped after the button was pressed and before the server hears of it.
  await ben.route('**/steps/*', async (route) => {
    const stop = { token: owner.token, json: { is_active: false } };
    await service.call('POST', `/${id}/transactions/${transaction_id}`, stop);
    await route.continue();
  });
  await button(ben, 'Confirm').click();
  await ben.getByText('This cannot be answered now').waitFor();
  await ben.locator('.badge', { hasText: 'Stopped' }).waitFor();
  await becomes(() => button(ben, 'Confirm').count(), 0);
  const path = `/${id}/transactions/${transaction_id}`;
  const { body } = await service.call('GET', path, { token: owner.token });
  assert.equal(body.data.steps[0].status, 'current', `${steps[0].id} was not answered`);
  await close(/412/);
});

test(
  '[WORK-8] creator and owner stop, open again, rename and delete; others are not offered it',
  browser.needed,
  async () => {
    const { binderId: id, ada, ben, close } = await twoAtTransactions('Changes');
    const { ada: owner, ben: assignee } = fixture;
    const json = {
      title: 'Certificate',
      content: '',
      steps: [
        {
          assignee: { user_id: assignee.id },
          actions: [{ id: 'ok', text: 'Confirm', outcome: 'completed' }],
        },
      ],
    };
    const made = await service.call('POST', `/${id}/transactions`, { token: owner.token, json });
    const path = `/b/${id}/transactions/${made.body.data.transaction_id}`;
    await ada.goto(`${service.origin}${path}`);
    await ben.goto(`${service.origin}${path}`);
    await heading(ben, 'Certificate');
    await becomes(() => button(ben, 'Stop').count(), 0);
    await becomes(() => button(ben, 'Delete').count(), 0);

    await button(ada, 'Stop').click();
    await button(ada, 'Open again').waitFor();
    await ben.locator('.badge', { hasText: 'Stopped' }).waitFor();
    await becomes(() => button(ben, 'Confirm').count(), 0, 'what is stopped cannot be answered');
    await button(ada, 'Open again').click();
    await button(ben, 'Confirm').click();
    await ada.locator('.badge', { hasText: 'Completed' }).waitFor();
    await button(ada, 'Open again').click();
    await button(ben, 'Confirm').waitFor();

    await button(ada, 'Rename').click();
    await ada.getByLabel('Title').fill('Insurance certificate');
    await button(ada, 'Save').click();
    await heading(ben, 'Insurance certificate');
    await button(ada, 'Delete').click();
    await ada.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await ben.getByText('This transaction is not there').waitFor();
    await heading(ada, 'Transactions');
    await close();
  },
);

test(
  '[WORK-2] a comment is seen by the other at once, and is a message of the chat',
  browser.needed,
  async () => {
    const { binderId: id, ada, ben, close } = await twoAtTransactions('Comments');
    const { ada: owner, ben: assignee } = fixture;
    const json = {
      title: 'Draft',
      content: '',
      steps: [{ assignee: { user_id: assignee.id }, actions: [{ id: 'ok', text: 'Fine' }] }],
    };
    const made = await service.call('POST', `/${id}/transactions`, { token: owner.token, json });
    const { transaction_id } = made.body.data;
    for (const page of [ada, ben]) await page.getByRole('link', { name: 'Draft', exact: true }).click();
    await ben.getByLabel('Write a comment').fill('Clause 7 is missing.');
    await ben.keyboard.press('Enter');
    await ada.getByText('Clause 7 is missing.', { exact: true }).waitFor();
    const { body } = await service.call('GET', `/${id}/messages`, { token: owner.token });
    assert.deepEqual(body.data.messages[0].reply_to, { transaction: { id: transaction_id } });
    await close();
  },
);

test(
  '[WORK-6] who can only read answers what is asked of them; the button stands as pressed before the answer',
  browser.needed,
  async () => {
    const { ada, carla, addBinder } = fixture;
    const id = await addBinder('Reader', ada);
    const users = [{ user: { id: carla.id }, type: 'BOARD_READ_ONLY' }];
    await service.call('POST', `/${id}/addorguser`, { token: ada.token, json: { users } });
    const json = {
      title: 'Terms',
      content: '',
      steps: [{ assignee: { user_id: carla.id }, actions: [{ id: 'ok', text: 'I have read it' }] }],
    };
    await service.call('POST', `/${id}/transactions`, { token: ada.token, json });
    const { page, errors } = await openApp(browser, service, carla.email, { path: `/b/${id}/transactions` });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/steps/*', async (route) => {
      await held;
      await route.continue();
    });
    const read = button(page, 'I have read it');
    await read.click();
    await page.locator('.step-buttons .button[aria-pressed=true]').waitFor();
    await becomes(() => read.getAttribute('aria-disabled'), 'true');
    release();
    await page.getByRole('heading', { name: /^Ended/ }).waitFor();
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);
