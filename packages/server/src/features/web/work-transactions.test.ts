import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes, startService, type TestService } from '@ringbinder/testkit';
import { testBrowser } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import { type AppFixture, createAppFixture, openApp } from './testing/app-page.ts';
import { buildPages } from './testing/fixture.ts';

let service: TestService;
let fixture: AppFixture;
const browser = testBrowser();
before(async () => {
  buildPages();
  service = await startService();
  fixture = await createAppFixture(service);
});
after(async () => {
  await browser.close();
  await service.close();
});

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Two people in a binder, each at the transactions of it. */
async function twoAtTransactions(name: string) {
  const { ada, ben } = fixture;
  const id = await fixture.addBinder(name, ada, [ben]);
  const path = `/b/${id}/transactions`;
  const mine = await openApp(browser, service, ada.email, { path });
  const theirs = await openApp(browser, service, ben.email, { path });
  await heading(mine.page, 'Transactions');
  await heading(theirs.page, 'Transactions');
  return { id, ada: mine, ben: theirs };
}

test('[WORK-6] [WORK-7] one asks by a template and the other answers in place', browser.needed, async () => {
  const { id, ada, ben } = await twoAtTransactions('Approvals');
  await button(ada.page, 'Ask for something').first().click();
  await ada.page.getByLabel('Title').fill('Loan agreement');
  await ada.page.getByRole('radio', { name: /Document check/ }).check();
  await button(ada.page, 'Ask').click();
  const people = ada.page.getByRole('dialog').getByRole('combobox', { name: /^Person/ });
  await ada.page.getByText('Choose who answers.').first().waitFor();
  await becomes(() => people.nth(0).getAttribute('aria-invalid'), 'true', 'it is said at the field');
  await becomes(() => ada.page.getByLabel('Title').inputValue(), 'Loan agreement', 'what was entered stays');
  await people.nth(0).selectOption('Ben Okafor');
  await people.nth(1).selectOption('Ada Lovelace');
  await button(ada.page, 'Ask').click();
  await heading(ada.page, 'Loan agreement');
  await ada.page.waitForURL(new RegExp(`/b/${id}/transactions/\\d+$`));
  await becomes(() => button(ada.page, 'Approve').count(), 0, 'it is not her turn yet');

  await ben.page.getByRole('heading', { name: /^Waiting for you/ }).waitFor();
  await button(ben.page, 'Checked').click();
  await button(ada.page, 'Approve').waitFor();
  await ada.page.getByText('answered “Checked”').waitFor();
  await button(ada.page, 'Approve').click();
  await ben.page.getByRole('heading', { name: /^Ended/ }).waitFor();
  await ben.page.locator('.badge', { hasText: 'Completed' }).waitFor();
  assert.deepEqual([...ada.errors, ...ben.errors], []);
  await ada.page.context().close();
  await ben.page.context().close();
});

test('[WORK-6] a press that comes too late is told, and how it stands is shown', browser.needed, async () => {
  const { id, ada, ben } = await twoAtTransactions('Too late');
  const { ada: owner, ben: assignee } = fixture;
  const json = {
    title: 'Valuation',
    content: '',
    steps: [{ assignee: { user_id: assignee.id }, actions: [{ id: 'ok', text: 'Confirm' }] }],
  };
  const made = await service.call('POST', `/${id}/transactions`, { token: owner.token, json });
  const { transaction_id, steps } = made.body.data;
  await button(ben.page, 'Confirm').waitFor();
  // Stopped after the button was pressed and before the server hears of it.
  await ben.page.route('**/steps/*', async (route) => {
    const stop = { token: owner.token, json: { is_active: false } };
    await service.call('POST', `/${id}/transactions/${transaction_id}`, stop);
    await route.continue();
  });
  await button(ben.page, 'Confirm').click();
  await ben.page.getByText('This cannot be answered now').waitFor();
  await ben.page.locator('.badge', { hasText: 'Stopped' }).waitFor();
  await becomes(() => button(ben.page, 'Confirm').count(), 0);
  const path = `/${id}/transactions/${transaction_id}`;
  const { body } = await service.call('GET', path, { token: owner.token });
  assert.equal(body.data.steps[0].status, 'current', `${steps[0].id} was not answered`);
  await ada.page.context().close();
  await ben.page.context().close();
});

test(
  '[WORK-8] creator and owner stop, open again, rename and delete; others are not offered it',
  browser.needed,
  async () => {
    const { id, ada, ben } = await twoAtTransactions('Changes');
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
    await ada.page.goto(`${service.origin}${path}`);
    await ben.page.goto(`${service.origin}${path}`);
    await heading(ben.page, 'Certificate');
    await becomes(() => button(ben.page, 'Stop').count(), 0);
    await becomes(() => button(ben.page, 'Delete').count(), 0);

    await button(ada.page, 'Stop').click();
    await button(ada.page, 'Open again').waitFor();
    await ben.page.locator('.badge', { hasText: 'Stopped' }).waitFor();
    await becomes(() => button(ben.page, 'Confirm').count(), 0, 'what is stopped cannot be answered');
    await button(ada.page, 'Open again').click();
    await button(ben.page, 'Confirm').click();
    await ada.page.locator('.badge', { hasText: 'Completed' }).waitFor();
    await button(ada.page, 'Open again').click();
    await button(ben.page, 'Confirm').waitFor();

    await button(ada.page, 'Rename').click();
    await ada.page.getByLabel('Title').fill('Insurance certificate');
    await button(ada.page, 'Save').click();
    await heading(ben.page, 'Insurance certificate');
    await button(ada.page, 'Delete').click();
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await ben.page.getByText('This transaction is not there').waitFor();
    await heading(ada.page, 'Transactions');
    assert.deepEqual([...ada.errors, ...ben.errors], []);
    await ada.page.context().close();
    await ben.page.context().close();
  },
);

test(
  '[WORK-2] a comment is seen by the other at once, and is a message of the chat',
  browser.needed,
  async () => {
    const { id, ada, ben } = await twoAtTransactions('Comments');
    const { ada: owner, ben: assignee } = fixture;
    const json = {
      title: 'Draft',
      content: '',
      steps: [{ assignee: { user_id: assignee.id }, actions: [{ id: 'ok', text: 'Fine' }] }],
    };
    const made = await service.call('POST', `/${id}/transactions`, { token: owner.token, json });
    const { transaction_id } = made.body.data;
    for (const { page } of [ada, ben]) await page.getByRole('link', { name: 'Draft', exact: true }).click();
    await ben.page.getByLabel('Write a comment').fill('Clause 7 is missing.');
    await ben.page.keyboard.press('Enter');
    await ada.page.getByText('Clause 7 is missing.').waitFor();
    const { body } = await service.call('GET', `/${id}/messages`, { token: owner.token });
    assert.deepEqual(body.data.messages[0].reply_to, { transaction: { id: transaction_id } });
    assert.deepEqual([...ada.errors, ...ben.errors], []);
    await ada.page.context().close();
    await ben.page.context().close();
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
