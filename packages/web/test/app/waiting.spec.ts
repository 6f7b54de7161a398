import assert from 'node:assert/strict';
import type { CreatedUser } from '@ringbinder/testkit';
import {
  type App,
  expect,
  inspect,
  inspectEverywhere,
  type Page,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { LIVE_REGIONS } from '../support/announcements.ts';
import { useKeyboard } from '../support/keyboard.ts';

test.use({ serviceOptions: { background: true } });

const DAY_MS = 24 * 60 * 60 * 1000;
const APPROVE = { id: 'yes', text: 'Approve', feed_msg: 'approved it' };
const REJECT = { id: 'no', text: 'Reject', outcome: 'rejected', feed_msg: 'rejected it' };

const row = (page: Page, words: string) => page.locator('.home-row').filter({ hasText: words });
const names = (page: Page) => page.locator('.home-approvals .home-name');
const select = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select ${name}`, exact: true });

async function call({ service }: App, path: string, { token }: CreatedUser, json: object) {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

async function ask(
  app: App,
  binderId: string,
  to: CreatedUser,
  title: string,
  more: object = {},
): Promise<number> {
  const steps = [{ assignee: { user_id: to.id }, actions: [APPROVE, REJECT], ...more }];
  return (await call(app, `/${binderId}/transactions`, app.org.ben, { title, content: '', steps }))
    .transaction_id;
}

const dueIn = (days: number) => ({ due_time: Date.now() + days * DAY_MS });

test('[TX-64] the page lists what waits in all binders by due date, and answers with a comment', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const [loans, rents] = [await org.addBinder('Loans', ada, [ben]), await org.addBinder('Rents', ada, [ben])];
  await ask(app, loans, ada, 'No date');
  await ask(app, loans, ada, 'Next week', dueIn(7));
  const first = await ask(app, rents, ada, 'Tomorrow', dueIn(1));
  const page = await app.open(ada, { path: '/home' });
  await page.getByRole('link', { name: 'Show all by due date' }).click();
  await page.getByRole('heading', { name: 'Waiting for me', level: 1 }).waitFor();
  await expect(names(page)).toHaveText(['Tomorrow', 'Next week', 'No date']);
  await expect(row(page, 'Tomorrow')).toContainText('Rents · Requested by Ben Okafor');
  await page.getByText('3 requests wait', { exact: true }).waitFor();

  await select(page, 'Tomorrow').check();
  await page.getByRole('button', { name: 'Answer 1 selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Answer 1 request' });
  await dialog.getByLabel('Comment').fill('Checked with the bank');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(names(page)).toHaveText(['Next week', 'No date']);
  const { body } = await service.call('GET', `/${rents}/transactions/${first}`, { token: ben.token });
  assert.equal(body.data.outcome, 'completed');
  const messages = await service.call('GET', `/${rents}/messages`, { token: ben.token });
  assert.equal(messages.body.data.messages[0].text, 'approved it\n\nChecked with the bank');

  await ask(app, rents, ada, 'A new one', dueIn(2));
  await expect(names(page)).toHaveText(['A new one', 'Next week', 'No date']);
  await page.getByRole('link', { name: 'Back to For you' }).click();
  await page.getByRole('heading', { name: 'For you', level: 1 }).waitFor();
});

test('[TX-64] several are answered at once, and the ones that fail are named', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 412/);
  const { ada, ben } = org;
  const id = await org.addBinder('Loans', ada, [ben]);
  for (const title of ['First', 'Second', 'Third']) await ask(app, id, ada, title);
  await ask(app, id, ada, 'Other buttons', { actions: [{ id: 'x', text: 'Confirm' }] });
  const page = await app.open(ada, { path: '/home?show=steps', scripts: [LIVE_REGIONS] });
  await expect(names(page)).toHaveCount(4);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Answer 4 selected' }).click();
  await page.getByText('have no button in common').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await select(page, 'Other buttons').uncheck();
  await page.getByRole('button', { name: 'Answer 3 selected' }).click();
  const { body } = await service.call('GET', `/${id}/transactions`, { token: ben.token });
  const second = body.data.transactions.find(({ title }: { title: string }) => title === 'Second').id;
  await call(app, `/${id}/transactions/${second}`, ben, { is_active: false });
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Comment').fill('Fine');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  const failures = dialog.getByRole('alert');
  await expect(failures).toContainText('Answered 2 requests');
  await expect(failures.getByRole('listitem')).toHaveText([/^Second: This can’t be answered now/]);
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveText(['Other buttons']);
  const texts = (await service.call('GET', `/${id}/messages`, { token: ben.token })).body.data.messages;
  assert.equal(texts.filter(({ text }: { text: string }) => text.endsWith('Fine')).length, 2);
});

test('[TX-64] an answer of several can be stopped, and a closed dialog leaves the number answered and failed', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 412/);
  const { ada, ben } = org;
  const id = await org.addBinder('Loans', ada, [ben]);
  const first = await ask(app, id, ada, 'First');
  await ask(app, id, ada, 'Second');
  await ask(app, id, ada, 'Third');
  const page = await app.open(ada, { path: '/home?show=steps' });
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Answer 3 selected' }).click();
  await call(app, `/${id}/transactions/${first}`, ben, { is_active: false });
  const second = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  let presses = 0;
  await page.route(/\/steps\/\d+$/, async (route) => {
    if (++presses === 2) {
      second.resolve();
      await stopped.promise;
    }
    await route.continue();
  });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await second.promise;
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog).toHaveCount(0);
  stopped.resolve();
  await page.getByText('Answered: 1. Not answered: 1.').waitFor();
  await expect(names(page)).toHaveText(['Third']);
  assert.equal(presses, 2);
  const { body } = await service.call('GET', `/${id}/transactions`, { token: ben.token });
  const outcomes = body.data.transactions.map(({ title, outcome }: { title: string; outcome?: string }) => [
    title,
    outcome ?? 'open',
  ]);
  assert.deepEqual(Object.fromEntries(outcomes), { First: 'open', Second: 'completed', Third: 'open' });
});

test('[TX-64] a common button has the same effect in all requests', async ({ app, org }) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Loans', ada, [ben]);
  const buttons = (outcome: object) => ({
    actions: [APPROVE, { id: 'stop', text: 'Stop it', feed_msg: 'stops it', ...outcome }],
  });
  await ask(app, id, ada, 'Rejects', buttons({ outcome: 'rejected' }));
  await ask(app, id, ada, 'Goes on', buttons({}));
  const page = await app.open(ada, { path: '/home?show=steps' });
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Answer 2 selected' }).click();
  await expect(page.getByRole('dialog').getByRole('button')).toHaveText(['Cancel', 'Approve']);
});

test('[TX-65] Ada delegates, and Ben answers for her: the card and the history name both', async ({
  app,
  org,
}) => {
  const { ada, ben, carla } = org;
  const id = await org.addBinder('Loans', carla, [ada, ben]);
  const transactionId = await ask(app, id, ada, 'Approve the loan');
  const page = await app.open(ada, { path: '/home?show=steps' });
  await page.getByRole('button', { name: 'Delegate…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delegate approvals' });
  await dialog.getByLabel('Colleague').selectOption('Ben Okafor');
  await dialog.getByRole('button', { name: 'Delegate', exact: true }).click();
  await expect(dialog.getByLabel('Until')).toHaveAttribute('aria-invalid', 'true');
  const until = new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10);
  await dialog.getByLabel('Until').fill(until);
  await inspect(page, 'delegate dialog');
  await dialog.getByRole('button', { name: 'Delegate', exact: true }).click();
  await page.getByText('Ben Okafor can answer for you').first().waitFor();

  const other = await app.open(ben, { path: '/home?show=steps' });
  await expect(row(other, 'Approve the loan')).toContainText('For Ada');
  await other.goto(`${new URL(other.url()).origin}/b/${id}/transactions/${transactionId}`);
  const steps = other.locator('.transaction-panel');
  await expect(steps).toContainText(/Ada .* is away until .*\. You answer for Ada/);
  await inspect(other, 'step of a delegate');
  const third = await app.open(carla, { path: `/b/${id}/transactions` });
  await expect(third.locator('.transactions-open, main')).toContainText('Approve the loan');
  await steps.getByRole('button', { name: 'Approve' }).click();
  await expect(other.getByText(/answered “Approve” for Ada/)).toBeVisible();
  await expect(steps).toContainText('answered by Ben Okafor');
  await expect(names(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'Delegate…' }).click();
  await dialog.getByRole('button', { name: 'End the delegation to Ben Okafor' }).click();
  await expect(dialog.getByRole('region', { name: 'Your delegations' })).toHaveCount(0);
  await expect(dialog.getByLabel('Colleague')).toBeFocused();
});

test('[TX-65] with nothing waiting, Ben delegates in the menu of his account, and ends it on “For you”', async ({
  app,
  org,
}) => {
  const { ada, ben } = org;
  await org.addBinder('Loans', ada, [ben]);
  const page = await app.open(ben, { path: '/home' });
  await page.getByRole('button', { name: 'Account: Ben Okafor' }).click();
  await page.getByRole('menuitem', { name: 'Delegate approvals' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delegate approvals' });
  await dialog.getByLabel('Colleague').selectOption({ label: ada.name });
  await dialog.getByLabel('Until').fill(new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10));
  await dialog.getByRole('button', { name: 'Delegate', exact: true }).click();
  const line = page.locator('.running-delegation');
  await expect(line).toContainText(new RegExp(`^${ada.name} can answer for you · until `));
  await inspect(page, 'home with a delegation');
  await page.goto(`${new URL(page.url()).origin}/home?show=steps`);
  await expect(line).toContainText(`${ada.name} can answer for you`);
  await page.goto(`${new URL(page.url()).origin}/home`);
  await line.getByRole('button', { name: `End the delegation to ${ada.name}` }).click();
  await expect(page.getByText('The delegation has ended')).toBeVisible();
  await expect(line).toHaveCount(0);
  await expect(page.locator('#title')).toBeFocused();
});

test('[TX-65] the assignee reads who answers for them, and the delegate who answered first', async ({
  app,
  org,
}) => {
  const { ada, ben, carla } = org;
  const id = await org.addBinder('Loans', carla, [ada, ben]);
  const first = await ask(app, id, ada, 'Approve the loan');
  const second = await ask(app, id, ada, 'Approve the rate');
  await call(app, '/me/delegations', ada, { to: { user_id: ben.id }, ends: Date.now() + 10 * DAY_MS });
  const page = await app.open(ada, { path: `/b/${id}/transactions/${first}` });
  await page.getByText(/^Ben Okafor answers for you until .*\.$/).waitFor();

  const answer = async (transaction: number) => {
    const path = `/${id}/transactions/${transaction}`;
    const { body } = await app.service.call('GET', path, { token: ada.token });
    await call(app, `${path}/steps/${body.data.steps[0].id}`, ada, { click_button_id: 'yes' });
  };
  const other = await app.open(ben, { path: `/b/${id}/transactions` });
  const sentence = other.getByText('Ada Lovelace has already answered “Approve”.').first();
  const reject = (title: string) =>
    other.getByRole('group', { name: `Answers to ${title}` }).getByRole('button', { name: 'Reject' });
  await reject('Approve the loan').click();
  await other.getByLabel('Reason').fill('Too late');
  await answer(first);
  await sentence.waitFor();
  await expect(other.getByLabel('Reason')).toHaveCount(0);

  await other.goto(`${new URL(other.url()).origin}/b/${id}/transactions/${second}`);
  await reject('Approve the rate').click();
  await other.getByLabel('Reason').fill('Too high');
  await answer(second);
  await sentence.waitFor();
  await expect(other.getByLabel('Reason')).toHaveValue('Too high');
});

test('[TX-64] the page is accessible, at all widths and by keyboard', async ({ app, org }) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Loans', ada, [ben]);
  for (const title of ['Approve the loan', 'Approve the rate']) await ask(app, id, ada, title, dueIn(3));
  const page = await app.open(ada, { path: '/home?show=steps' });
  await expect(names(page)).toHaveCount(2);
  await inspectEverywhere(page, 'waiting');
  await page.setViewportSize({ width: 360, height: 740 });
  await inspect(page, 'waiting 360');
  const { press, tabTo } = useKeyboard(page);
  await tabTo('Select Approve the rate');
  await press('Space');
  await page.getByRole('button', { name: 'Answer 1 selected' }).focus();
  await press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Comment').waitFor();
  await inspect(page, 'waiting answer dialog');
  await dialog.getByRole('button', { name: 'Approve' }).focus();
  await press('Enter');
  await expect(names(page)).toHaveText(['Approve the loan']);
});
