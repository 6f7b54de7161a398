import assert from 'node:assert/strict';
import type { CreatedUser } from '@ringbinder/testkit';
import {
  type App,
  expect,
  inspectEverywhere,
  type Page,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { openSection } from '../support/sections.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const openMenu = (page: Page) => page.getByRole('button', { name: /^More actions/ }).click();
async function choose(page: Page, name: string): Promise<void> {
  await openMenu(page);
  await page.getByRole('menuitem', { name }).click();
}
const badge = (page: Page, text: string) => page.locator('.badge', { hasText: text }).waitFor();

async function addRequest(
  { service, org }: App,
  binderId: string,
  title: string,
  assignee: CreatedUser,
  action: object,
) {
  const steps = [{ assignee: { user_id: assignee.id }, actions: [{ id: 'ok', ...action }] }];
  const created = await service.call('POST', `/${binderId}/transactions`, {
    token: org.ada.token,
    json: { title, content: '', steps },
  });
  assert.equal(created.status, 200, JSON.stringify(created.body));
  return created.body.data.transaction_id as number;
}

test('[WORK-6] [WORK-7] one person asks with a template and both answer in place', async ({ app }) => {
  const { binderId: id, ada, ben } = await app.openBoth('Approvals', { part: '/transactions' });
  await test.step('the form reports what is missing and keeps what was entered', async () => {
    await button(ada, 'Request').first().click();
    await ada.getByLabel('Title').fill('Loan agreement');
    await ada.getByRole('radio', { name: /Document check/ }).check();
    await button(ada, 'Send request').click();
    const people = ada.getByRole('dialog').getByRole('combobox', { name: /^Person/ });
    await ada.getByText('Select an approver.').first().waitFor();
    await expect(people.nth(0)).toHaveAttribute('aria-invalid', 'true');
    await expect(ada.getByLabel('Title')).toHaveValue('Loan agreement');
    await people.nth(0).selectOption('Ben Okafor');
    await people.nth(1).selectOption('Ada Lovelace');
    await button(ada, 'Send request').click();
    await heading(ada, 'Loan agreement');
    await expect(ada).toHaveURL(new RegExp(`/b/${id}/transactions/\\d+$`));
  });
  await test.step('the buttons of a step are shown to its assignee alone', async () => {
    await expect(button(ada, 'Approve')).toHaveCount(0);
    await ben.getByRole('heading', { name: /^Waiting for you/ }).waitFor();
    await button(ben, 'Checked').click();
    await ada.getByText('answered “Checked”').waitFor();
    await button(ada, 'Approve').click();
    await ben.getByRole('heading', { name: /^Ended/ }).waitFor();
    await badge(ben, 'Completed');
  });
});

test('[WORK-6] an answer that comes too late is refused in a sentence, and the page shows the current state', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 412/);
  const { ada, ben, addBinder } = org;
  const id = await addBinder('Too late', ada, [ben]);
  const transaction = `/${id}/transactions/${await addRequest(app, id, 'Valuation', ben, { text: 'Confirm' })}`;
  const page = await app.open(ben, { path: `/b/${id}/transactions` });
  await button(page, 'Confirm').waitFor();
  await page.route('**/steps/*', async (route) => {
    await service.call('POST', transaction, { token: ada.token, json: { is_active: false } });
    await route.continue();
  });
  await button(page, 'Confirm').click();
  await page.locator('.toast', { hasText: 'This can’t be answered now' }).waitFor();
  await badge(page, 'Stopped');
  await expect(button(page, 'Confirm')).toHaveCount(0);
  const { body } = await service.call('GET', transaction, { token: ada.token });
  assert.equal(body.data.steps[0].status, 'current');
});

test('[WORK-8] the owner stops, reopens, renames and deletes a transaction, which others are not offered', async ({
  app,
  org,
}) => {
  const action = { text: 'Confirm', outcome: 'completed' };
  const { ada, ben } = await app.openBoth('Changes', {
    part: '/transactions',
    prepare: (id) => addRequest(app, id, 'Certificate', org.ben, action),
  });
  for (const page of [ada, ben]) {
    await page.getByRole('link', { name: 'Certificate', exact: true }).click();
    await heading(page, 'Certificate');
  }
  await openMenu(ben);
  await expect(ben.getByRole('menuitem')).toHaveText(['Audit']);
  await ben.keyboard.press('Escape');

  await test.step('a stopped transaction cannot be answered', async () => {
    await choose(ada, 'Stop');
    await badge(ada, 'Stopped');
    await badge(ben, 'Stopped');
    await expect(button(ben, 'Confirm')).toHaveCount(0);
  });
  await test.step('it is reopened after a stop and after its last answer', async () => {
    await choose(ada, 'Reopen');
    await button(ben, 'Confirm').click();
    await badge(ada, 'Completed');
    await choose(ada, 'Reopen');
    await button(ben, 'Confirm').waitFor();
  });
  await test.step('it is renamed and deleted', async () => {
    await choose(ada, 'Rename');
    await ada.getByLabel('Title').fill('Insurance certificate');
    await button(ada, 'Save').click();
    await heading(ben, 'Insurance certificate');
    await choose(ada, 'Delete');
    await ada.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await ben.getByText('This request is not available').waitFor();
    await heading(ada, 'Approvals');
  });
});

test('[WORK-25] a request has a due date, which its list, card and page show and its creator changes', async ({
  app,
  org,
  service,
}) => {
  const { binderId, ada, ben } = await app.openBoth('Deadlines', { part: '/transactions' });
  const due = (page: Page) => page.locator('.due');
  await test.step('a date in the past is refused at its field', async () => {
    await button(ada, 'Request').first().click();
    await ada.getByLabel('Title').fill('Valuation');
    await ada.getByRole('combobox', { name: /^Person/ }).selectOption('Ben Okafor');
    await expect(ada.getByLabel('Reminder')).toBeDisabled();
    await ada.getByLabel('Due date').fill('2020-01-31');
    await expect(ada.getByLabel('Reminder')).toBeEnabled();
    await button(ada, 'Send request').click();
    await expect(ada.getByLabel('Due date')).toHaveAttribute('aria-invalid', 'true');
    await ada
      .getByText(/^Choose .* or a later date\.$/)
      .first()
      .waitFor();
  });
  await test.step('Escape and Back keep what was entered, and Cancel discards it', async () => {
    const entered = async () => {
      await button(ada, 'Request').first().click();
      await expect(ada.getByLabel('Title')).toHaveValue('Valuation');
      await expect(ada.getByRole('combobox', { name: /^Person/ })).toHaveValue(org.ben.id);
      await expect(ada.getByLabel('Due date')).toHaveValue('31/01/2020');
      await expect(ada.getByLabel('Post responses to chat')).not.toBeChecked();
    };
    await ada.getByLabel('Post responses to chat').uncheck();
    await ada.keyboard.press('Escape');
    await entered();
    await ada.getByLabel('Post responses to chat').check();
    await button(ada, 'Cancel').click();
    for (const section of ['To-dos', 'Approvals']) await openSection(ada, section);
    await button(ada, 'Request').first().click();
    await expect(ada.getByLabel('Title')).toHaveValue('');
    await ada.getByLabel('Title').fill('Valuation');
    await ada.getByRole('combobox', { name: /^Person/ }).selectOption('Ben Okafor');
    await ada.getByLabel('Due date').fill('2020-01-31');
    // The message of the field moves what is below.
    await ada.getByLabel('Due date').press('Tab');
    await ada.getByLabel('Post responses to chat').uncheck();
    await ada.goBack();
    await expect(ada.getByRole('dialog')).toHaveCount(0);
    await ada.goForward();
    await entered();
  });
  await test.step('a later one is shown to both', async () => {
    await ada.getByLabel('Due date').fill('2099-12-03');
    await ada.getByLabel('Reminder').selectOption('3 days before');
    await button(ada, 'Send request').click();
    await heading(ada, 'Valuation');
    await expect(due(ada)).toContainText('Due 3 Dec 2099');
    await expect(due(ben)).toContainText('Due 3 Dec 2099');
    await expect(ben.locator('.transaction-card')).toContainText('Requested by Ada Lovelace');
    const { body } = await service.call('GET', `/${binderId}/transactions`, { token: org.ada.token });
    assert.deepEqual(body.data.transactions[0].reminders, [3 * 86_400_000]);
  });
  await test.step('it is changed and removed', async () => {
    await choose(ada, 'Due date');
    const dialog = ada.getByRole('dialog');
    await expect(dialog.getByLabel('Due date')).toHaveValue('03/12/2099');
    await expect(dialog.getByLabel('Reminder')).toHaveValue('threeDays');
    await dialog.getByLabel('Due time').fill('14:30');
    await button(ada, 'Save').click();
    await expect(due(ben)).toContainText('Due 3 Dec 2099, 14:30');
    await choose(ada, 'Due date');
    const date = dialog.getByLabel('Due date');
    await date.fill('2099-12-05');
    await date.press('Tab');
    const { token } = org.ada;
    const list = await service.call('GET', `/${binderId}/transactions`, { token });
    const path = `/${binderId}/transactions/${list.body.data.transactions[0].id}`;
    await service.call('POST', path, { token, json: { due_time: Date.UTC(2099, 11, 9, 12) } });
    await expect(due(ben)).toContainText('Due 9 Dec 2099');
    await expect(date, 'the choice outlives a change by somebody else').toHaveValue('05/12/2099');
    await date.fill('2099-12-06');
    await date.press('Enter');
    await expect(due(ben)).toContainText('Due 6 Dec 2099');
    await choose(ada, 'Due date');
    await dialog.getByLabel('Due date').fill('');
    await dialog.getByLabel('Due time').fill('');
    await button(ada, 'Save').click();
    await expect(due(ben)).toHaveCount(0);
  });
});

test('[TX-108] the due date of a request without a time is the same day in London and in Tokyo', async ({
  app,
  org,
}) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Zones', ada, [ben]);
  const path = `/b/${id}/transactions`;
  const london = await app.open(ada, { path, timezoneId: 'Europe/London' });
  const tokyo = await app.open(ben, { path, timezoneId: 'Asia/Tokyo' });
  const due = (page: Page) => page.locator('.due');
  await button(london, 'Request').first().click();
  await london.getByLabel('Title').fill('Valuation');
  await london.getByRole('combobox', { name: /^Person/ }).selectOption('Ben Okafor');
  await london.getByLabel('Due date').fill('2099-12-03');
  await button(london, 'Send request').click();
  for (const page of [london, tokyo]) await expect(due(page)).toHaveText('Due 3 Dec 2099');
  for (const link of [tokyo.getByRole('link', { name: 'Valuation' }), tokyo.locator('.home-link')]) {
    await link.first().click();
    await expect(due(tokyo)).toHaveText('Due 3 Dec 2099');
  }
  await choose(london, 'Due date');
  await london.getByRole('dialog').getByLabel('Due time').fill('23:59');
  await button(london, 'Save').click();
  await expect(due(tokyo)).toHaveText('Due 4 Dec 2099, 08:59');
});

test('[WCAG-16] the app asks before it sends an answer, for people who want it', async ({ app }) => {
  const { ada, ben } = await app.openBoth('Confirmed', {
    part: '/transactions',
    async prepare(id) {
      for (const title of ['First', 'Second', 'Third'])
        await addRequest(app, id, title, app.org.ben, { text: 'Approve', outcome: 'completed' });
    },
  });
  const approve = (title: string) =>
    ben.getByRole('group', { name: new RegExp(title) }).getByRole('button', { name: 'Approve' });
  const dialog = ben.getByRole('dialog', { name: 'First' });
  await ben.getByRole('checkbox', { name: 'Ask before I answer' }).press('Space');
  await inspectEverywhere(ben, 'ask before an answer');
  await approve('First').press('Enter');
  await dialog.getByText('Your answer is final.').waitFor();
  await inspectEverywhere(ben, 'answer to confirm');
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await approve('First').press('Enter');
  await dialog.getByRole('button', { name: 'Approve' }).press('Enter');
  for (const page of [ada, ben]) await badge(page, 'Completed');
  await ben.reload();
  await expect(ben.getByRole('checkbox', { name: 'Ask before I answer' })).toBeChecked();
  await ben.getByRole('checkbox', { name: 'Ask before I answer' }).press('Space');
  await approve('Second').press('Enter');
  await expect(approve('Second')).toHaveCount(0);
  await expect(ben.getByRole('dialog')).toHaveCount(0);
});

test('[WORK-26] a rejection asks for a reason, which the page and the chat show', async ({ app, org }) => {
  app.allowErrors(/INTERNET_DISCONNECTED/);
  const action = { text: 'Reject', outcome: 'rejected', feed_msg: 'Rejected.' };
  const { ada, ben } = await app.openBoth('Reasons', {
    part: '/transactions',
    prepare: (id) => addRequest(app, id, 'Certificate', org.ben, action),
  });
  await button(ben, 'Reject').click();
  const dialog = ben.getByRole('dialog', { name: 'Certificate' });
  await button(ben, 'Cancel').click();
  await expect(dialog).toHaveCount(0);
  await button(ben, 'Reject').click();
  await dialog.getByLabel('Reason').fill('It has expired.');
  await ben.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/./);
  await expect(dialog.getByLabel('Reason')).toHaveValue('It has expired.');
  await ben.context().setOffline(false);
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await badge(ben, 'Rejected');
  await ada.getByRole('link', { name: 'Certificate', exact: true }).click();
  const words = 'Rejected.\n\nIt has expired.';
  await expect(ada.locator('.said')).toHaveText('It has expired.');
  await openSection(ada, 'Chat');
  await expect(ada.locator('.message.system').last()).toContainText(words, { useInnerText: true });
});

test('[WORK-2] the other person sees a comment immediately, and it is a message of the chat', async ({
  app,
  org,
  service,
}) => {
  let transaction = 0;
  const { binderId, ada, ben } = await app.openBoth('Comments', {
    part: '/transactions',
    async prepare(id) {
      transaction = await addRequest(app, id, 'Draft', org.ben, { text: 'Fine' });
    },
  });
  for (const page of [ada, ben]) await page.getByRole('link', { name: 'Draft', exact: true }).click();
  await ben.getByLabel('Write a comment').fill('Clause 7 is missing.');
  await ben.keyboard.press('Enter');
  await ada.getByText('Clause 7 is missing.', { exact: true }).waitFor();
  const { body } = await service.call('GET', `/${binderId}/messages`, { token: org.ada.token });
  assert.deepEqual(body.data.messages[0].reply_to, { transaction: { id: transaction } });
});

test('[WORK-6] a member who can only read answers, and the button looks pressed before the server responds', async ({
  app,
  org,
  service,
}) => {
  const { ada, carla, addBinder } = org;
  const id = await addBinder('Reader', ada);
  const users = [{ user: { id: carla.id }, type: 'BOARD_READ_ONLY' }];
  await service.call('POST', `/${id}/addorguser`, { token: ada.token, json: { users } });
  await addRequest(app, id, 'Terms', carla, { text: 'I have read it' });
  const page = await app.open(carla, { path: `/b/${id}/transactions` });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/steps/*', async (route) => {
    await released;
    await route.continue();
  });
  const read = button(page, 'I have read it');
  await read.click();
  await page.locator('.step-buttons .button[aria-pressed=true]').waitFor();
  await expect(read).toHaveAttribute('aria-disabled', 'true');
  release();
  await page.getByRole('heading', { name: /^Ended/ }).waitFor();
});
