import assert from 'node:assert/strict';
import { startDelivery } from '@ringbinder/server/features/bots/index.ts';
import { createOutbound } from '@ringbinder/server/outbound/index.ts';
import {
  type App,
  expect,
  inspectEverywhere,
  loaded,
  type Page,
} from '@ringbinder/testkit/playwright/index.ts';
import { addReceivingBot, type BotStage, test as consoleTest, openConsole } from '../support/console-page.ts';

interface Deliveries extends BotStage {
  post(text: string): Promise<unknown>;
  delivered(count: number): Promise<void>;
  received(): number[];
}

const test = consoleTest.extend<{ deliveries: Deliveries }>({
  deliveries: async ({ service, org }, use) => {
    const outbound = createOutbound({ allowsHttp: true, timeoutMs: 1_000 });
    const delivery = startDelivery(service.env, outbound);
    const stage = await addReceivingBot(service, org);
    const deliveries: Deliveries = {
      ...stage,
      post: (text) =>
        service.call('POST', `/${stage.binderId}/messages`, {
          token: org.ada.token,
          json: { message: { text } },
        }),
      async delivered(count) {
        const states = async () =>
          (
            await service.env.db.query<{ state: string }>('SELECT state FROM bot_events WHERE user_id = $1', [
              stage.bot.userId,
            ])
          ).map(({ state }) => state);
        await expect.poll(states).toEqual(Array.from({ length: count }, () => 'delivered'));
      },
      received: () => stage.receiver.received.map(({ sequence }) => sequence),
    };
    for (const text of ['one', 'two', 'three']) await deliveries.post(text);
    await deliveries.delivered(5);
    stage.receiver.received.length = 0;
    await use(deliveries);
    await delivery.stop();
    await outbound.close();
    await stage.receiver.close();
  },
});
async function openDeliveries(app: App): Promise<Page> {
  const page = await openConsole(app, '/bots');
  await page.getByRole('link', { name: 'Deliveries: Approvals' }).click();
  await page.getByRole('heading', { name: 'Deliveries to Approvals', level: 1 }).waitFor();
  await loaded(page);
  return page;
}

const rowOf = (page: Page, sequence: number) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `Show event ${sequence}`, exact: true }) });

test('[DELIV-10] an admin sees each event with its message and its tries, and replays one', async ({
  app,
  deliveries,
}) => {
  const page = await openDeliveries(app);
  await test.step('the chart counts the tries of a period', async () => {
    await page.getByRole('img', { name: /^Attempts: Delivered: \d+, Failed attempts: \d+ from / }).waitFor();
    await page.getByLabel('Period').selectOption('1');
    await loaded(page);
    await page.getByRole('img', { name: /^Attempts: Delivered: 5, Failed attempts: 0/ }).waitFor();
    await page.getByLabel('Period').selectOption('7');
    await loaded(page);
    await inspectEverywhere(page, 'deliveries');
  });

  await test.step('an event shows its message and its tries', async () => {
    await rowOf(page, 3).getByRole('button', { name: /^Show/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Event 3: comment_posted' });
    const message = dialog.getByRole('region', { name: 'Message as sent' });
    assert.equal(JSON.parse(await message.innerText()).event.comment.text, 'one');
    await inspectEverywhere(page, 'delivery message');
    await dialog.getByRole('tab', { name: 'Message' }).press('ArrowRight');
    await dialog.getByRole('cell', { name: '204' }).waitFor();
    await inspectEverywhere(page, 'delivery tries');
    await page.keyboard.press('Escape');
  });

  await test.step('one event is sent again', async () => {
    await rowOf(page, 3)
      .getByRole('button', { name: /^Replay/ })
      .click();
    await page.getByText('One event is being pushed.').waitFor();
    await expect.poll(deliveries.received).toEqual([3]);
    await rowOf(page, 3).getByText('Delivered').waitFor();
    await rowOf(page, 3).getByRole('cell', { name: '2', exact: true }).waitFor();
  });
});

test('[DELIV-10] an admin replays a range of events, and all events from a sequence on', {
  tag: '@slow',
}, async ({ app, deliveries }) => {
  app.allowErrors(/status of 400/);
  const page = await openDeliveries(app);
  const replay = page.getByRole('button', { name: 'Replay events' });
  await replay.click();
  await page.getByLabel('Which events').selectOption('range');
  await page.getByLabel('From sequence').fill('2');
  await page.getByLabel('To sequence').fill('1');
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Replay' });
  await submit.click();
  await page.getByRole('alert').getByText('At most 1,000 events').waitFor();
  await page.getByLabel('To sequence').fill('4');
  await submit.click();
  await page.getByText('3 events are being pushed.').waitFor();
  await expect.poll(deliveries.received).toEqual([2, 3, 4]);

  deliveries.receiver.received.length = 0;
  await deliveries.delivered(5);
  await replay.click();
  await page.getByLabel('From sequence').fill('4');
  await submit.click();
  await page.getByText('2 events are being pushed.').waitFor();
  await expect.poll(deliveries.received).toEqual([4, 5]);
});

test('[DELIV-10] an admin replays the events that were given up', { tag: '@slow' }, async ({
  app,
  deliveries,
  service,
}) => {
  await service.env.db.query(
    `UPDATE bot_events SET state = 'dead' WHERE user_id = $1 AND sequence IN (3, 5)`,
    [deliveries.bot.userId],
  );
  const page = await openDeliveries(app);
  await page.getByLabel('State').selectOption('dead');
  await loaded(page);
  await expect(page.getByRole('cell', { name: 'Failed' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Replay events' }).click();
  await page.getByLabel('Which events').selectOption('dead');
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
  await page.getByText('2 events are being pushed.').waitFor();
  await expect.poll(deliveries.received).toEqual([3, 5]);
  await page.getByText('No results').waitFor();
});

test('[DELIV-10] an admin has a failed event tried again immediately', async ({
  app,
  deliveries,
  service,
}) => {
  deliveries.receiver.answer = () => 500;
  await deliveries.post('waits');
  const tries = () =>
    service.env.db.query('SELECT FROM bot_attempts WHERE user_id = $1 AND sequence = 6', [
      deliveries.bot.userId,
    ]);
  await expect.poll(async () => (await tries()).length, 'a try has failed').toBeGreaterThan(0);
  const page = await openDeliveries(app);
  await rowOf(page, 6).getByText('Pending').waitFor();
  deliveries.receiver.answer = () => 204;
  await page.getByRole('button', { name: 'Try event 6 now' }).click();
  await page.getByText('One event is being pushed.').waitFor();
  await deliveries.delivered(6);
  await rowOf(page, 6).getByText('Delivered').waitFor();
});

test('[DELIV-14] an admin sends a test event and sees how the receiver answered', async ({
  app,
  deliveries,
  service,
}) => {
  app.allowErrors(/status of 4\d\d/);
  const { receiver, bot } = deliveries;
  const page = await openDeliveries(app);
  const send = page.getByRole('button', { name: 'Send test event' });
  await send.click();
  await page.getByText(/^The endpoint answered 204 in \d+\sms\.$/).waitFor();
  assert.equal(receiver.received.at(-1)?.headers['ringbinder-test'], 'true');
  receiver.answer = () => 500;
  await send.click();
  await page.getByText(/^The endpoint answered 500 in/).waitFor();
  receiver.answer = (_received, response) => void response.destroy();
  await send.click();
  await page.getByText(/^The endpoint did not answer: /).waitFor();
  await service.env.db.query('UPDATE org_bots SET enabled_at = NULL WHERE client_id = $1', [bot.clientId]);
  await send.click();
  await page.getByText('The bot is not enabled in this org.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText(/^The bot is disabled in this organisation/).waitFor();
  await inspectEverywhere(page, 'deliveries disabled');
});
