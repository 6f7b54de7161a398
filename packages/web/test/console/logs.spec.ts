import assert from 'node:assert/strict';
import { startDelivery } from '@ringbinder/server/features/bots/index.ts';
import { userEvents } from '@ringbinder/server/features/event-logs/index.ts';
import { createOutbound } from '@ringbinder/server/outbound/index.ts';
import { startReceiver } from '@ringbinder/testkit';
import { expect, inspect, inspectEverywhere } from '@ringbinder/testkit/playwright/index.ts';
import { openConsole, test } from '../support/console-page.ts';

test('[EVLOG-14] [EVLOG-15] an admin sees the log of a client, replays an event, sends a test and rotates its secret', async ({
  app,
  org,
  service,
}) => {
  const receiver = await startReceiver();
  const outbound = createOutbound({ allowsHttp: true, timeoutMs: 15_000 });
  const delivery = startDelivery(service.env, outbound);
  const { client, partner, ada } = org;
  const set = await service.call('POST', `/partners/${partner.id}/clients/${client.id}`, {
    token: ada.token,
    json: { events_url: receiver.url },
  });
  assert.equal(set.status, 200, JSON.stringify(set.body));
  await userEvents.work(service.env);
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);

  const page = await openConsole(app, '/clients');
  const dialog = page.getByRole('dialog');
  await page.getByRole('link', { name: /^Deliveries: / }).click();
  await page.getByRole('heading', { name: /^Deliveries to /, level: 1 }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'user_created' }).filter({ hasText: '204' });
  await expect(row.first()).toBeVisible();
  await inspectEverywhere(page, 'log of a client');
  await page.setViewportSize({ width: 390, height: 740 });
  await inspect(page, 'log of a client 390');
  await page.setViewportSize({ width: 1280, height: 800 });

  const before = receiver.received.length;
  await page.getByRole('button', { name: 'Replay event 1', exact: true }).click();
  await expect.poll(() => receiver.received.slice(before).map(({ sequence }) => sequence)).toEqual([1]);
  await page.getByRole('button', { name: 'Show event 1', exact: true }).click();
  await expect(dialog).toContainText('user_created');
  await dialog.getByRole('button', { name: /^(Done|Close)$/ }).click();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'answered 204' })).toBeVisible();

  await page.getByRole('link', { name: 'Clients', exact: true }).first().click();
  await page
    .getByRole('row')
    .filter({ hasText: client.id })
    .getByRole('button', { name: /^New secret/ })
    .click();
  await dialog.getByLabel('Secret', { exact: true }).selectOption('Events secret');
  await dialog.getByRole('button', { name: /^New secret/ }).click();
  await expect(dialog.getByRole('textbox', { name: 'Events secret' })).toHaveValue(/^whsec_/);
  await delivery.stop();
  await outbound.close();
  await receiver.close();
});
