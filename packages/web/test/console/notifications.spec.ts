import assert from 'node:assert/strict';
import { expect, inspect, inspectEverywhere } from '@ringbinder/testkit/playwright/index.ts';
import { openConsole, test } from '../support/console-page.ts';

test('[NOTIFY-38] an admin sets the address of a client’s app, gets its secret once, and sees its calls', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 400/);
  const { client, partner, ada } = org;
  const page = await openConsole(app, '/clients');
  const dialog = page.getByRole('dialog');
  const row = page.getByRole('row').filter({ hasText: client.id });
  const url = dialog.getByLabel('Notification URL');
  const save = () => dialog.getByRole('button', { name: 'Save' }).click();
  await row.getByRole('button', { name: /^Edit/ }).click();
  await url.fill('https://10.0.0.1/push');
  await save();
  await expect(url).toHaveAttribute('aria-invalid', 'true');
  await url.fill('https://push.example.com/hooks');
  await inspectEverywhere(page, 'client with a notification URL');
  await save();
  const secret = dialog.getByRole('textbox', { name: 'Notification secret' });
  await expect(secret).toHaveValue(/^whsec_/);
  const first = await secret.inputValue();
  await dialog.getByRole('button', { name: /^(Done|Close)$/ }).click();

  const binderId = await org.addBinder('Loan 4711', ada);
  await service.env.db.query(
    `INSERT INTO notification_deliveries (client_id, user_id, binder_id, event_id, kind, message_id, activity_id, created_at, state,
       attempts, attempted_at, ms, status)
     VALUES ($1, $2, $3, 'Edelivered', 'mention', 0, 1, $4::bigint, 'delivered', 1, $4::bigint, 20, 204),
       ($1, $2, $3, 'Edead', 'messages', 5, 0, $4::bigint, 'dead', 10, $4::bigint, 20, 503)`,
    [client.id, ada.id, binderId, service.clock.now()],
  );
  await row.getByRole('button', { name: /^Notifications/ }).click();
  await expect(dialog.getByRole('row')).toHaveText([
    /Kind/,
    /Messages.*Given up.*503/,
    /Mentions.*Delivered.*204/,
  ]);
  await inspectEverywhere(page, 'calls of the app of a client');
  await page.setViewportSize({ width: 360, height: 740 });
  await inspect(page, 'calls of the app of a client 360');
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole('button', { name: /^(Done|Close)$/ }).click();

  await row.getByRole('button', { name: /^New secret/ }).click();
  await dialog.getByLabel('Secret', { exact: true }).selectOption('Notification secret');
  await dialog.getByRole('button', { name: /^New secret/ }).click();
  await expect(secret).toHaveValue(/^whsec_/);
  assert.notEqual(await secret.inputValue(), first);
  await dialog.getByRole('button', { name: /^(Done|Close)$/ }).click();

  await row.getByRole('button', { name: /^Edit/ }).click();
  await expect(url).toHaveValue('https://push.example.com/hooks');
  await url.fill('');
  await save();
  await dialog.waitFor({ state: 'detached' });
  const { body } = await service.call('GET', `/partners/${partner.id}/clients`, { token: ada.token });
  assert.ok(!JSON.stringify(body.data).includes('push.example.com'));
});

test('[NOTIFY-38] admins change the defaults of notifications of an organisation', async ({
  app,
  org,
  service,
}) => {
  const { partner, ada } = org;
  const page = await openConsole(app, '/orgs');
  const dialog = page.getByRole('dialog');
  const open = () => page.getByRole('button', { name: /^Notifications.*Harbour Bank/ }).click();
  const save = () => dialog.getByRole('button', { name: 'Save' }).click();
  const stored = async () =>
    (await service.call('GET', `/orgs/${partner.orgId}`, { token: ada.token })).body.data.notifications;
  await open();
  await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue('none');
  await inspectEverywhere(page, 'notifications of an organisation');
  await page.setViewportSize({ width: 360, height: 740 });
  await inspect(page, 'notifications of an organisation 360');
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByLabel('From').fill('20:00');
  await save();
  await expect(dialog.getByLabel('To', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('To', { exact: true }).fill('07:00');
  await dialog.getByLabel('Email', { exact: true }).selectOption('Once a day, at 8:00 in the morning');
  await dialog.getByRole('checkbox').check();
  await save();
  await dialog.waitFor({ state: 'detached' });
  const quiet_hours = { from: '20:00', to: '07:00' };
  assert.deepEqual(await stored(), { mail: 'daily', quiet_hours, content_free: true });

  await service.env.db.query('UPDATE users SET is_partner_admin = false WHERE id = $1', [ada.id]);
  await page.goto(`${service.origin}/admin`);
  await open();
  await dialog.getByRole('checkbox').uncheck();
  await dialog.getByLabel('From').fill('');
  await dialog.getByLabel('To', { exact: true }).fill('');
  await save();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await stored(), { mail: 'daily', quiet_hours: null, content_free: false });
});
