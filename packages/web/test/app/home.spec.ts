import assert from 'node:assert/strict';
import type { CreatedUser } from '@ringbinder/testkit';
import {
  type App,
  expect,
  inspect,
  inspectEverywhere,
  type Page,
  SCREENS,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { useKeyboard } from '../support/keyboard.ts';

test.use({ serviceOptions: { background: true } });

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const section = (page: Page, name: string) => page.getByRole('region', { name });
const row = (page: Page, words: string) => page.locator('.home-row').filter({ hasText: words });
const badge = (page: Page) => page.locator('.home-link .count > [aria-hidden]');
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
const pathOf = (page: Page) => new URL(page.url()).pathname;

async function call({ service }: App, path: string, { token }: CreatedUser, json: object) {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

const APPROVE = { id: 'yes', text: 'Approve', feed_msg: 'approved the loan' };
const REJECT = { id: 'no', text: 'Reject', outcome: 'rejected', feed_msg: 'rejected the loan' };

async function addRequest(
  app: App,
  binderId: string,
  name: string,
  actions: object[] = [APPROVE, REJECT],
): Promise<number> {
  const { ada, ben } = app.org;
  const json = { title: name, content: '', steps: [{ assignee: { user_id: ada.id }, actions }] };
  return (await call(app, `/${binderId}/transactions`, ben, json)).transaction_id;
}

const mention = (app: App, binderId: string, text: string) =>
  call(app, `/${binderId}/messages`, app.org.ben, { message: { text, mentions: [app.org.ada.id] } });

async function addItems(app: App): Promise<{ loanId: string; directId: string }> {
  const { ada, ben } = app.org;
  const now = app.service.clock.now();
  const loanId = await app.org.addBinder('Loan 4711', ada, [ben]);
  await addRequest(app, loanId, 'Approve the loan');
  await addRequest(app, loanId, 'Choose a notary', [
    ...['Weber', 'Okoye', 'Silva', 'Tan'].map((name, id) => ({ id: String(id), text: name })),
  ]);
  for (const json of [
    { name: 'Ask for pay slips', assignee_id: ada.id, due_time: now - 2 * DAY_MS },
    { name: 'Call the broker', assignee_id: ada.id },
    { name: 'A to-do of Ben', assignee_id: ben.id },
  ])
    await call(app, `/${loanId}/todos`, ben, json);
  await call(app, '/meets/schedule', ben, {
    name: 'Signing',
    binder_id: loanId,
    start_time: now + 30 * MINUTE_MS,
    end_time: now + 60 * MINUTE_MS,
  });
  const json = { user: { user_id: ada.id }, message: { text: 'Do you have a minute?' } };
  const { binder_id: directId } = await call(app, '/me/messages', ben, json);
  await call(app, `/${directId}/meets`, ben, {});
  await mention(app, loanId, 'Can you confirm by noon?');
  return { loanId, directId };
}

const collected = ({ service, org }: App, count: number) =>
  expect
    .poll(async () => {
      const answer = await service.call('GET', '/me/activity?filter=mentions&limit=100', {
        token: org.ada.token,
      });
      return answer.body.data.items.length;
    })
    .toBe(count);

test('[APP-20] Home lists approvals, meets, to-dos and mentions of all binders, with links to them', async ({
  app,
  org,
}) => {
  const { loanId, directId } = await addItems(app);
  await collected(app, 1);
  const page = await app.open(org.ada, { path: '/home' });
  await title(page, 'For you').waitFor();
  await expect(section(page, 'Approvals 2').locator('.home-row')).toHaveCount(2);
  const approval = row(page, 'Approve the loan');
  await expect(approval).toContainText('Loan 4711 · Requested by Ben Okafor');
  await expect(approval.getByRole('button')).toHaveText(['Approve', 'Reject']);
  await expect(row(page, 'Choose a notary').getByRole('button')).toHaveCount(0);
  await expect(section(page, 'Meetings 2').locator('.home-name')).toHaveCount(2);
  await expect(row(page, 'Signing').getByRole('link')).toHaveText('Open');
  const running = section(page, 'Meetings 2').getByRole('link', { name: /^Join/ });
  assert.match((await running.getAttribute('href')) ?? '', new RegExp(`^/b/${directId}/meet/M`));
  await expect(section(page, 'Meetings 2').locator('.home-row').first()).toContainText('· Ben Okafor');
  await expect(section(page, 'To-dos 2').locator('.home-name')).toHaveText([
    'Ask for pay slips',
    'Call the broker',
  ]);
  await expect(row(page, 'Ask for pay slips').locator('[data-due=overdue]')).toContainText('Overdue');
  const mentioned = section(page, 'Mentions and replies 1 unread').locator('.home-row');
  await expect(mentioned).toContainText('Ben Okafor mentioned you, Unread');
  await expect(mentioned).toContainText('Can you confirm by noon?');
  await expect(badge(page), 'two approvals, a mention and an overdue to-do').toHaveText('4');
  await mentioned.getByRole('link').click();
  await page.locator('.chat-content').getByText('Can you confirm by noon?').waitFor();
  assert.match(pathOf(page), new RegExp(`^/b/${loanId}/chat/\\d+$`));
  await expect(badge(page), 'the mention is read').toHaveText('3');
  await page.getByRole('link', { name: /^For you/ }).click();
  await expect(section(page, 'Mentions and replies').locator('[data-unread=false]')).toHaveCount(1);
  await row(page, 'Choose a notary').getByRole('link', { name: 'Open Choose a notary' }).click();
  await page.getByRole('heading', { name: 'Choose a notary', level: 2 }).waitFor();
});

test('[APP-20] an approval is answered in Home, and the other person sees the answer', async ({
  app,
  org,
}) => {
  const { ada: me, ben } = org;
  const id = await org.addBinder('Loans', me, [ben]);
  const transactionId = await addRequest(app, id, 'Approve the loan');
  const other = await app.open(ben, { path: `/b/${id}/transactions/${transactionId}` });
  const page = await app.open(me, { path: '/home' });
  await row(page, 'Approve the loan').getByRole('button', { name: 'Approve' }).click();
  await other.getByText('answered “Approve”').waitFor();
  await page.getByText('You’re all caught up').waitFor();
  await expect(badge(page)).toHaveCount(0);
});

test('[APP-20] the user sees the own open requests of all binders, and who has not answered', async ({
  app,
  org,
}) => {
  const { ada, ben } = org;
  const [loans, rents] = [await org.addBinder('Loans', ada, [ben]), await org.addBinder('Rents', ada, [ben])];
  const ask = (id: string, name: string, more: object) =>
    call(app, `/${id}/transactions`, ada, {
      title: name,
      content: '',
      steps: [{ assignee: { user_id: ben.id }, actions: [APPROVE, REJECT], ...more }],
    });
  await ask(loans, 'Sign the contract', {});
  const page = await app.open(ada, { path: '/home' });
  const requests = page.getByRole('region', { name: /^Requested by me/ });
  await expect(requests.locator('.home-row')).toHaveText(['Sign the contractLoans · Waiting for Ben Okafor']);
  const { transaction_id: id, steps } = await ask(rents, 'Check the rent', {
    due_time: app.service.clock.now() + DAY_MS,
  });
  await expect(requests.locator('.home-name'), 'the earliest due date first').toHaveText([
    'Check the rent',
    'Sign the contract',
  ]);
  await expect(row(page, 'Check the rent').locator('.due')).toContainText('Due');
  await expect(badge(page), 'nothing waits for the user').toHaveCount(0);
  await inspectEverywhere(page, 'own requests on Home');
  await call(app, `/${rents}/transactions/${id}/steps/${steps[0].id}`, ben, { click_button_id: 'yes' });
  await expect(requests.locator('.home-row')).toHaveCount(1);
  await requests.getByRole('link', { name: 'Sign the contract' }).click();
  await page.getByRole('heading', { name: 'Sign the contract', level: 2 }).waitFor();
});

test('[APP-20] an answer in Home that comes too late is refused in a sentence, and the item disappears', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 412/);
  const id = await org.addBinder('Too late', org.ada, [org.ben]);
  const path = `/${id}/transactions/${await addRequest(app, id, 'Valuation')}`;
  const page = await app.open(org.ada, { path: '/home' });
  await row(page, 'Valuation').waitFor();
  await page.route('**/steps/*', async (route) => {
    await service.call('POST', path, { token: org.ben.token, json: { is_active: false } });
    await route.continue();
  });
  await row(page, 'Valuation').getByRole('button', { name: 'Approve' }).click();
  await page.locator('.toast', { hasText: 'This can’t be answered now' }).waitFor();
  await expect(row(page, 'Valuation')).toHaveCount(0);
});

test('[APP-20] a to-do is completed in Home, and can be reopened for a moment', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Loans', ada, [ben]);
  for (const name of ['First', 'Second'])
    await call(app, `/${id}/todos`, ben, { name, assignee_id: ada.id, due_time: Date.now() - DAY_MS });
  const [page, other] = await Promise.all([
    app.open(ada, { path: '/home' }),
    app.open(ben, { path: `/b/${id}/todos` }),
  ]);
  const checkbox = page.getByRole('checkbox', { name: 'Done: First' });
  await checkbox.check();
  await checkbox.uncheck();
  const changes = async () => {
    const { body } = await service.call('GET', `/${id}/feed`, { token: ben.token });
    return body.data.entries.filter(({ kind }: { kind: string }) => kind.startsWith('todo_')).length;
  };
  await expect.poll(changes, 'two to-dos, one completed and reopened').toBe(4);
  await expect(checkbox).not.toBeChecked();
  await expect(other.locator('.todo-name')).toHaveText(['First', 'Second']);
  await checkbox.check();
  await expect(other.locator('.todo-name')).toHaveText(['Second']);
  await expect(row(page, 'First')).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'Done: Second' })).toBeFocused();
  await expect(badge(page)).toHaveText('1');
});

test('[APP-21] a mention, a request and a to-do of others appear in Home without reloading', async ({
  app,
  org,
}) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Loans', ada, [ben]);
  const page = await app.open(ada, { path: '/home' });
  await page.getByText('You’re all caught up').waitFor();
  await mention(app, id, 'Look at page 3');
  await row(page, 'Look at page 3').waitFor();
  await expect(badge(page)).toHaveText('1');
  const transactionId = await addRequest(app, id, 'Approve the loan');
  await row(page, 'Approve the loan').waitFor();
  await call(app, `/${id}/todos`, ben, { name: 'Call the broker', assignee_id: ada.id });
  await row(page, 'Call the broker').waitFor();
  await expect(badge(page)).toHaveText('2');
  await call(app, `/${id}/transactions/${transactionId}`, ben, { is_active: false });
  await expect(row(page, 'Approve the loan')).toHaveCount(0);
});

test('[APP-21] Home shows older mentions on request, and stays when the connection is lost', async ({
  app,
  org,
}) => {
  app.allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const id = await org.addBinder('Loans', org.ada, [org.ben]);
  for (let number = 1; number <= 25; number += 1) await mention(app, id, `Question ${number}.`);
  await collected(app, 25);
  const page = await app.open(org.ada, { path: '/home' });
  const mentions = section(page, 'Mentions and replies').locator('.home-row');
  await expect(mentions).toHaveCount(20);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(mentions).toHaveCount(25);
  await expect(mentions.last()).toContainText('Question 1.');
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await page.context().setOffline(true);
  await page.locator('.connection-line').getByText('You are offline').waitFor();
  await expect(mentions).toHaveCount(25);
});

test('[APP-20] when Home cannot be loaded, it says so and offers another attempt', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 500/);
  await org.addBinder('Quiet', org.ada);
  let fails = true;
  const page = await app.open(org.ada, { path: '/account' });
  await page.route('**/me/activity*', (route) =>
    fails ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await page.goto(`${service.origin}/home`);
  await page.getByRole('alert').getByText('The server failed.').waitFor();
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.waitFor();
  fails = false;
  await retry.dispatchEvent('click');
  await page.getByText('You’re all caught up').waitFor();
});

test('[APP-22] the bare address opens the last binder of the browser, or Home', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const first = await org.addBinder('First', ben, [ada]);
  await org.addBinder('Second', ben, [ada]);
  const page = await app.open(ada);
  await title(page, 'For you').waitFor();
  await expect(page).toHaveTitle('For you · Ringbinder');
  assert.equal(pathOf(page), '/home');
  await page.getByRole('link', { name: 'First' }).click();
  await title(page, 'First').waitFor();
  await page.goto(`${service.origin}/`);
  await title(page, 'First').waitFor();
  assert.equal(pathOf(page), `/b/${first}`);
  await page.goto(`${service.origin}/account`);
  await call(app, `/${first}/removeuser`, ben, { id: ada.id });
  await page.goto(`${service.origin}/`);
  await title(page, 'For you').waitFor();
});

test('[APP-22] [APP-13] two keys lead to Home, and a keyboard is enough there', async ({ app, org }) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Loans', ada, [ben]);
  await addRequest(app, id, 'Approve the loan');
  await addRequest(app, id, 'Approve the rate');
  const page = await app.open(ada, { path: `/b/${id}/todos` });
  await page.getByRole('heading', { name: 'To-dos', level: 2 }).waitFor();
  const { press, expectAt, tabTo } = useKeyboard(page);
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await title(page, 'For you').waitFor();
  await expectAt('For you');
  await tabTo('Approve the rate');
  await tabTo('Approve');
  await press('Enter');
  await expect(row(page, 'Approve the rate')).toHaveCount(0);
  await expectAt('Approve the loan');
  await tabTo('Reject');
  await press('Enter');
  await page.getByRole('dialog').getByLabel('Reason').waitFor();
  await tabTo('Reject');
  await press('Enter');
  await page.getByText('You’re all caught up').waitFor();
  await expectAt('For you');
});

test('[APP-22] on a phone the list of binders begins with a link to Home', async ({ app, org }) => {
  const { directId } = await addItems(app);
  // The conversation's call would otherwise appear above the list.
  await call(app, `/me/binders/${directId}`, org.ada, { is_muted: true });
  await collected(app, 1);
  const page = await app.open(org.ada, { ...SCREENS['phone, light'], hasTouch: true });
  await page.locator('.binder-row').filter({ hasText: 'Loan 4711' }).waitFor();
  assert.equal(pathOf(page), '/');
  await expect(badge(page)).toHaveText('4');
  await inspect(page, 'home list phone');
  await page.getByRole('link', { name: /^For you\s+4 items wait for you$/ }).tap();
  await row(page, 'Approve the loan').waitFor();
  await page.getByRole('link', { name: 'All binders' }).tap();
  await page.locator('.binder-row').filter({ hasText: 'Loan 4711' }).waitFor();
});

test('[APP-3] [APP-17] Home is accessible at all widths, in both colour schemes and in forced colours', async ({
  app,
  org,
}) => {
  await addItems(app);
  await collected(app, 1);
  const page = await app.open(org.ada, { path: '/home' });
  await expect(badge(page)).toHaveText('4');
  await inspectEverywhere(page, 'home');
  await page.setViewportSize({ width: 360, height: 740 });
  await inspect(page, 'home 360');
  await page.emulateMedia({ forcedColors: 'active' });
  await inspect(page, 'home forced colours');
  await org.addBinder('Quiet', org.carla);
  const other = await app.open(org.carla, { path: '/home' });
  await other.getByText('You’re all caught up').waitFor();
  await inspectEverywhere(other, 'home empty');
});

test('[APP-34] a person without binders creates the first in Home', async ({ app, org }) => {
  const page = await app.open(await org.addUser('Dora Lind'), { path: '/home' });
  await page.getByRole('heading', { name: 'Welcome, Dora Lind' }).waitFor();
  await inspectEverywhere(page, 'home without binders');
  await page.getByRole('button', { name: 'Create your first binder' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Loan 4711');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Where to begin' }).waitFor();
  const { pathname } = new URL(page.url());
  for (const [step, title] of [
    ['Add people', 'Add people to this binder'],
    ['Ask for an approval', 'New request'],
    ['Plan a meeting', 'Schedule a meeting'],
  ] as const) {
    await page.getByRole('button', { name: step }).click();
    await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Cancel' }).click();
    await page.locator(`.binder-tabs a[href$="${pathname}"]`).click();
  }
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add documents' }).click();
  await chooser;
  await page.getByRole('link', { name: /^For you/ }).click();
  await page.getByRole('heading', { name: 'You’re all caught up: nothing is waiting for you.' }).waitFor();
});
