import assert from 'node:assert/strict';
import { startPushService } from '@ringbinder/server/features/push/testing/push-service.ts';
import { uploadFile } from '@ringbinder/testkit';
import { signIn } from '@ringbinder/testkit/playwright/app.ts';
import {
  type App,
  expect,
  inspect,
  inspectEverywhere,
  type Page,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { cachedPaths, countWorkers } from '../support/installed-app.ts';
import { useKeyboard } from '../support/keyboard.ts';
import { bell, click, list, receive, STAGE, startPush, subscribeWith } from '../support/push-worker.ts';
import { startUpgradable } from '../support/upgraded-server.ts';

test.use({
  serviceOptions: { background: true, config: { pushPrivateNetwork: true, smtpUrl: 'smtp://127.0.0.1:1' } },
});

const rows = (page: Page) => list(page).locator('.home-row');
const pathOf = (page: Page) => new URL(page.url()).pathname;

async function call({ service, org }: App, path: string, json: object, { token } = org.ben) {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

async function addNotifications(app: App): Promise<string> {
  const { ada, ben } = app.org;
  const id = await app.org.addBinder('Loan 4711', ada, [ben]);
  const actions = [{ id: 'yes', text: 'Approve' }];
  const steps = [{ assignee: { user_id: ada.id }, actions }];
  await call(app, `/${id}/transactions`, { title: 'Approve the loan', content: '', steps });
  await call(app, `/${id}/todos`, { name: 'Ask for pay slips', assignee_id: ada.id });
  await call(app, `/${id}/messages`, { message: { text: 'Can you confirm by noon?', mentions: [ada.id] } });
  await call(app, `/${id}/messages`, { message: { text: 'No hurry' } });
  return id;
}

test('[NOTIFY-16] the bell counts what is unread, and its list leads to it', async ({ app, org }) => {
  const id = await addNotifications(app);
  const page = await app.open(org.ada, { path: '/home' });
  await expect(bell(page)).toHaveText(/4.*Notifications, 4 unread/);
  await bell(page).click();
  await expect(rows(page).locator('.home-name')).toHaveText([
    '1 new message, last from Ben Okafor, Unread',
    'Ben Okafor mentioned you, Unread',
    'Ben Okafor assigned you a to-do, Unread',
    'Your approval is needed, Unread',
  ]);
  await inspectEverywhere(page, 'notifications');
  await page.setViewportSize({ width: 360, height: 740 });
  await inspect(page, 'notifications 360');
  await page.keyboard.press('Escape');
  await page.goto(`${app.service.origin}/b/${id}/members`);
  await page.getByRole('button', { name: 'Actions: Loan 4711' }).click();
  await page.getByRole('menuitem', { name: 'Notifications, 4 unread' }).click();
  await rows(page).first().waitFor();
  await page.setViewportSize({ width: 1280, height: 860 });
  await rows(page).filter({ hasText: 'Ask for pay slips' }).getByRole('link').click();
  await page.getByRole('heading', { name: 'To-dos', level: 2 }).waitFor();
  assert.match(pathOf(page), new RegExp(`^/b/${id}/todos/\\d+$`));
  await expect(list(page)).toHaveCount(0);
  await expect(bell(page)).toHaveText(/Notifications, 3 unread/);
  await bell(page).click();
  await list(page).getByRole('button', { name: 'Mark all as read' }).click();
  await expect(rows(page).locator('.home-name')).toHaveText([
    'Ben Okafor mentioned you',
    'Ben Okafor assigned you a to-do',
    'Your approval is needed',
  ]);
  await page.keyboard.press('Escape');
  await expect(bell(page)).toHaveText('Notifications');
});

test('[NOTIFY-39] a comment on one’s page is in the bell, and its link opens it', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Loan 4711', ada, [ben]);
  const [contract] = (await uploadFile(service, { binderId: id, token: ada.token }, 'Text', 'Contract.txt'))
    .pages;
  await call(app, `/${id}/pages/${contract.id}/comments`, { text: 'Is 7 % right here?' });
  const page = await app.open(ada, { path: '/home' });
  await expect(bell(page)).toHaveText(/Notifications, 1 unread/);
  await bell(page).click();
  const row = rows(page).filter({ hasText: 'Is 7 % right here?' });
  await row.getByRole('link', { name: /^Ben Okafor commented on the page “Contract.txt”/ }).click();
  await page.locator('.viewer').getByText('Is 7 % right here?').waitFor();
  assert.equal(pathOf(page), `/b/${id}/pages/${contract.id}`);
});

test('[NOTIFY-33] a missed call has the name of the other person', async ({ app, org }) => {
  const hello = { user: { user_id: org.ada.id }, message: { text: 'Hello' } };
  const { binder_id: conversation } = await call(app, '/me/messages', hello);
  const { session_key: key } = await call(app, `/${conversation}/meets`, {});
  await call(app, `/meets/${key}/end`, {});
  const page = await app.open(org.ada, { path: '/home' });
  await bell(page).click();
  await expect(rows(page).filter({ hasText: 'You missed' }).locator('.home-excerpt')).toHaveText(
    'Ben Okafor',
  );
});

test('[NOTIFY-16] the app tells why notifications were not marked', async ({ app, org }) => {
  app.allowErrors(/Failed to load resource/);
  await addNotifications(app);
  const page = await app.open(org.ada, { path: '/home' });
  await expect(bell(page)).toHaveText(/Notifications, 4 unread/);
  await page.route('**/me/notifications/read', (route) => route.abort());
  await bell(page).click();
  await rows(page).first().waitFor();
  await list(page).getByRole('button', { name: 'Mark all as read' }).click();
  await page
    .getByRole('alert')
    .getByText('The server cannot be reached. Check your connection and try again.')
    .waitFor();
  await expect(bell(page)).toHaveText(/Notifications, 4 unread/);
});

test('[NOTIFY-16] [APP-13] new notifications appear without reloading, and a keyboard is enough', async ({
  app,
  org,
}) => {
  const page = await app.open(org.ada, { path: '/home' });
  await expect(bell(page)).toHaveText('Notifications');
  const id = await addNotifications(app);
  await expect(bell(page)).toHaveText(/Notifications, 4 unread/);
  const { press, expectAt } = useKeyboard(page);
  await bell(page).focus();
  await press('Enter');
  await rows(page).first().waitFor();
  await page.keyboard.press('Escape');
  await expectAt(/Notifications, 4 unread$/);
  await call(app, `/me/binders/${id}`, { is_muted: true }, org.ada);
  await expect(bell(page), 'without the messages of a muted binder').toHaveText(/Notifications, 3 unread/);
});

test('[NOTIFY-16] on a phone, Home has the bell too', async ({ app, org }) => {
  await addNotifications(app);
  const page = await app.open(org.ada, { path: '/home', viewport: { width: 360, height: 740 } });
  await page.getByRole('button', { name: 'Notifications, 4 unread' }).click();
  await rows(page).first().waitFor();
});

test('[NOTIFY-17] settings of notifications are stored, and a problem is shown at its field', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 400/);
  const page = await app.open(org.ada, { path: '/home' });
  await bell(page).click();
  await list(page).getByText('No notifications yet.').waitFor();
  await expect(list(page).getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
  await list(page).getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notification settings' });
  await dialog.waitFor();
  await inspectEverywhere(page, 'notification settings');
  await dialog.getByText(/^In your time zone \(.+\)\. Push/).waitFor();
  await dialog.getByLabel('From').fill('20:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('To', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('To', { exact: true }).fill('07:00');
  await dialog.getByLabel('Push notifications').selectOption('none');
  await dialog.getByRole('checkbox', { name: 'Messages', exact: true }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your notification settings are saved.').waitFor();
  const { body } = await service.call('GET', '/me/notification_settings', { token: org.ada.token });
  assert.deepEqual([body.data.push, body.data.quiet_hours], ['none', { from: '20:00', to: '07:00' }]);
  assert.ok(!body.data.kinds.includes('messages') && body.data.kinds.includes('mention'));
});

test('[NOTIFY-17] what the person leaves unchanged stays a default of the org', async ({
  app,
  org,
  service,
}) => {
  await service.env.db.query('UPDATE orgs SET notification_settings = $2::jsonb WHERE id = $1', [
    org.ada.orgId,
    JSON.stringify({ quiet_hours: { from: '20:00', to: '07:00' } }),
  ]);
  const page = await app.open(org.ada, { path: '/home' });
  await bell(page).click();
  await list(page).getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notification settings' });
  await expect(dialog.getByLabel('From')).toHaveValue('20:00');
  await dialog.getByLabel('Push notifications').selectOption('none');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your notification settings are saved.').waitFor();
  const rows = await service.env.db.query('SELECT notification_settings AS own FROM users WHERE id = $1', [
    org.ada.id,
  ]);
  assert.deepEqual(rows, [{ own: { push: 'none' } }]);
});

test('[NOTIFY-17] [NOTIFY-20] email is chosen in the settings, where it is available', async ({
  app,
  org,
  service,
}) => {
  const page = await app.open(org.ada, { path: '/home' });
  const openSettings = async () => {
    await bell(page).click();
    await list(page).getByRole('button', { name: 'Settings' }).click();
  };
  await openSettings();
  const dialog = page.getByRole('dialog', { name: 'Notification settings' });
  const email = dialog.getByLabel('Email', { exact: true });
  await expect(email).toHaveValue('none');
  await email.selectOption('Once a day, at 8:00 in the morning');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your notification settings are saved.').waitFor();
  const own = 'SELECT notification_settings AS own FROM users WHERE id = $1';
  assert.deepEqual(await service.env.db.query(own, [org.ada.id]), [{ own: { mail: 'daily' } }]);
  await service.env.db.query('UPDATE users SET email = NULL WHERE id = $1', [org.ada.id]);
  await openSettings();
  await dialog.getByText(/^Ringbinder cannot email you/).waitFor();
  await inspectEverywhere(page, 'notification settings without email');
  await expect(email).toHaveCount(0);
  await dialog.getByLabel('Push notifications').selectOption('none');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await service.env.db.query(own, [org.ada.id]), [{ own: { mail: 'daily', push: 'none' } }]);
});

test('[NOTIFY-18] pushes reach this browser until its user signs out, and a click opens the message', async ({
  app,
  org,
}) => {
  const pushService = await startPushService();
  const device = pushService.device();
  const page = await app.open(org.ada, { path: '/home', scripts: [subscribeWith(device)] });
  const worker = await startPush(page);
  await worker.evaluate(STAGE);
  const id = await addNotifications(app);
  await expect.poll(() => pushService.received.length, { timeout: 20_000 }).toBe(1);
  const { payload } = pushService.received[0] ?? assert.fail('no push');
  assert.match(payload.body, /^Ben Okafor mentioned you: Can you confirm by noon\? \(\+3\)$/);

  const push = () => worker.evaluate(receive(payload));
  assert.deepEqual(await push(), [], 'a visible page announces itself');
  await page.goto('about:blank');
  assert.deepEqual(await push(), [['Loan 4711', payload.body, id]]);
  assert.deepEqual(await push(), [['Loan 4711', payload.body, id]], 'the second replaces the first');
  await page.goBack();
  await bell(page).waitFor();
  await worker.evaluate(click());
  await page.locator('.chat-content').getByText('Can you confirm by noon?').waitFor();
  assert.equal(pathOf(page), new URL(payload.url).pathname);
  assert.ok((await cachedPaths(page)).every((path) => /^\/(assets\/|offline$)/.test(path)));

  await page.locator('button.profile:not(.bell)').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/sign-in/);
  assert.equal(await countWorkers(page), 0);
  await pushService.close();
});

test('[NOTIFY-18] a worker whose files cannot be loaded is reported in the settings, which can be sent again', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 404/);
  const server = await startUpgradable(service);
  const pushService = await startPushService();
  const page = await app.newPage({ storageState: await signIn(service, org.ada.email) });
  await page.addInitScript(subscribeWith(pushService.device()));
  server.upgrade((path, body) => (path === '/offline' ? undefined : body));
  await page.goto(`${server.origin}/home`);
  await page.context().grantPermissions(['notifications']);
  await bell(page).click();
  await list(page).getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('checkbox', { name: /^Push to this device/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Push notifications could not be switched on.').waitFor();
  server.upgrade((_path, body) => body);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your notification settings are saved.').waitFor();
  await page.close();
  await server.close();
  await pushService.close();
});

test('[NOTIFY-17] a browser without its push service is reported in view of the button, and the rest is saved', async ({
  app,
  org,
  service,
}) => {
  const page = await app.open(org.ada, { path: '/', viewport: { width: 390, height: 700 } });
  await page.context().grantPermissions(['notifications']);
  await page.evaluate(
    `PushManager.prototype.subscribe = () => Promise.reject(new Error('Registration failed'))`,
  );
  await bell(page).click();
  await list(page).getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Push notifications').selectOption('none');
  await page.getByRole('checkbox', { name: /^Push to this device/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText(
    /^Your other settings are saved\. .+ Check your connection and try again\.$/,
  );
  await expect(alert).toBeInViewport();
  const { body } = await service.call('GET', '/me/notification_settings', { token: org.ada.token });
  assert.equal(body.data.push, 'none');
});

test('[NOTIFY-18] signing out after the session has ended ends pushes, too', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 401/);
  const pushService = await startPushService();
  const page = await app.open(org.ada, { path: '/home', scripts: [subscribeWith(pushService.device())] });
  await startPush(page);
  await service.env.db.query('UPDATE sessions SET expires_at = 0 WHERE user_id = $1', [org.ada.id]);
  await page.evaluate(`document.querySelector('#sign-out').submit()`);
  await page.waitForURL(/sign-in/);
  assert.equal(await countWorkers(page), 0);
  await pushService.close();
});

test('[NOTIFY-18] another person who signs in with the same browser ends its pushes, and is not subscribed', async ({
  app,
  org,
  service,
}) => {
  const pushService = await startPushService();
  const page = await app.open(org.ada, { path: '/home', scripts: [subscribeWith(pushService.device())] });
  await startPush(page);
  await page.context().clearCookies();
  await page.context().addCookies((await signIn(service, org.ben.email)).cookies);
  await page.reload();
  await bell(page).waitFor();
  await expect.poll(() => page.evaluate('globalThis.isUnsubscribed')).toBe(true);
  const rows = await service.env.db.query('SELECT FROM push_subscriptions WHERE user_id = $1', [org.ben.id]);
  assert.equal(rows.length, 0);
  await bell(page).click();
  await list(page).getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('checkbox', { name: /^Push to this device/ })).not.toBeChecked();
  await pushService.close();
});

test('[APP-6] a binder to which someone adds the user is unread until it is opened', async ({ app, org }) => {
  const { ada, ben } = org;
  await org.addBinder('Own', ben);
  const page = await app.open(ben);
  const row = (name: string) => page.locator('.binder-row').filter({ hasText: name });
  const isUnread = (name: string, unread: boolean) =>
    expect(row(name)).toHaveAttribute('data-unread', String(unread));
  const users = [{ user: { id: ben.id } }];
  const [later, loan] = [await org.addBinder('Later', ada), await org.addBinder('Loan 4711', ada)];
  for (const id of [later, loan]) await call(app, `/${id}/inviteuser`, { users }, ada);
  for (const name of ['Later', 'Loan 4711']) await isUnread(name, true);
  await page.getByRole('link', { name: /^Loan 4711 , new/ }).waitFor();
  await isUnread('Own', false);
  await page.getByRole('radio', { name: 'Unread' }).check();
  await expect(page.locator('.binder-row-name')).toHaveText(['Loan 4711', 'Later']);
  await page.getByRole('radio', { name: 'All' }).check();
  await row('Loan 4711').getByRole('link').click();
  await page.waitForURL(`**/b/${loan}`);
  await isUnread('Loan 4711', false);
  await isUnread('Later', true);
  await row('Later').getByRole('link').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Mark as read' }).click();
  await isUnread('Later', false);
});
