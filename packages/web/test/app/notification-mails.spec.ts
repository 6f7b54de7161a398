import assert from 'node:assert/strict';
import { expect, inspectEverywhere, test } from '@ringbinder/testkit/playwright/index.ts';

test('[NOTIFY-25] the link at the end of a mail asks, and a button ends mails', async ({
  org,
  page,
  service,
}) => {
  await service.call('POST', '/me/notification_settings', { token: org.ada.token, json: { mail: 'daily' } });
  const signature = service.env.secrets.sign(`end of mails ${service.env.name} ${org.ada.id}`);
  await page.goto(`${service.origin}/unsubscribe?token=${org.ada.id}.${signature}`);
  await page.getByRole('heading', { name: 'Stop these emails?' }).waitFor();
  await inspectEverywhere(page, 'stop emails');
  await page.getByRole('button', { name: 'Stop emails' }).click();
  await page.getByRole('heading', { name: 'Emails are off' }).waitFor();
  const { body } = await service.call('GET', '/me/notification_settings', { token: org.ada.token });
  assert.equal(body.data.mail, 'none');
});

test('[NOTIFY-24] the link of a mail to the settings opens them', async ({ app, org }) => {
  const page = await app.open(org.ada, { path: '/home?settings=notifications' });
  await page.getByRole('dialog', { name: 'Notification settings' }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
});
