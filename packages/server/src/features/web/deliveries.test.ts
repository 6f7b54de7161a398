import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { goTo, inspectEverywhere, loaded, openConsole as open } from './testing/console-page.ts';
import { startConsole } from './testing/fixture.ts';

const { browser, service, fixture } = await startConsole({ botLog: true });

const post = (text: string) =>
  service.call('POST', `/${fixture.binderId}/messages`, {
    token: fixture.admin.token,
    json: { message: { text } },
  });

/** Waits until all events of the bot are delivered, so many of them. */
const delivered = (count: number) =>
  until(`${count} events are delivered`, async () => {
    const rows = await service.env.db.query<{ state: string }>(
      'SELECT state FROM bot_events WHERE user_id = $1',
      [fixture.bot.userId],
    );
    return rows.length === count && rows.every(({ state }) => state === 'delivered');
  });

for (const text of ['one', 'two', 'three']) await post(text);
await delivered(5);
beforeEach(() => {
  fixture.receiver.answer = () => 204;
  fixture.receiver.taken.length = 0;
});

async function openDeliveries(): Promise<{ page: Page; errors: string[] }> {
  const opened = await open(browser, service, fixture.admin.email);
  await goTo(opened.page, 'Bots');
  await opened.page.getByRole('link', { name: 'Deliveries: Approvals' }).click();
  await opened.page.getByRole('heading', { name: 'Deliveries to Approvals', level: 1 }).waitFor();
  await loaded(opened.page);
  return opened;
}

const rowOf = (page: Page, sequence: number) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `Show event ${sequence}`, exact: true }) });

const takenSequences = () => fixture.receiver.taken.map(({ sequence }) => sequence);

test(
  '[DELIV-10] an admin sees each event with its message and its tries, and has one sent again',
  browser.needed,
  async () => {
    const { page, errors } = await openDeliveries();
    await page.getByRole('img', { name: /^Tries: Delivered: \d+, Failed tries: \d+ from / }).waitFor();
    await page.getByLabel('Period').selectOption('1');
    await loaded(page);
    await page.getByRole('img', { name: /^Tries: Delivered: 5, Failed tries: 0/ }).waitFor();
    await page.getByLabel('Period').selectOption('7');
    await loaded(page);
    await inspectEverywhere(page, 'deliveries');

    await rowOf(page, 3).getByRole('button', { name: /^Show/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Event 3: comment_posted' });
    const shown = async () =>
      JSON.parse(await dialog.getByRole('region', { name: 'Message as it is sent' }).innerText());
    await becomes(async () => (await shown()).event.comment.text, 'one');
    await inspectEverywhere(page, 'delivery message');
    await dialog.getByRole('tab', { name: 'Message' }).press('ArrowRight');
    await dialog.getByRole('cell', { name: '204' }).waitFor();
    await inspectEverywhere(page, 'delivery tries');
    await page.keyboard.press('Escape');

    await rowOf(page, 3)
      .getByRole('button', { name: /^Replay/ })
      .click();
    await page.getByText('One event is pushed now.').waitFor();
    await until('it was pushed again', () => String(takenSequences()) === '3');
    await rowOf(page, 3).getByText('Delivered').waitFor();
    await rowOf(page, 3).getByRole('cell', { name: '2', exact: true }).waitFor();
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test(
  '[DELIV-10] an admin has a range of events sent again, and all from one on',
  browser.needed,
  async () => {
    const { page } = await openDeliveries();
    const replay = page.getByRole('button', { name: 'Replay events' });
    await replay.click();
    await page.getByLabel('Which events').selectOption('range');
    await page.getByLabel('From sequence').fill('2');
    await page.getByLabel('To sequence').fill('1');
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Replay' });
    await submit.click();
    await page.getByRole('alert').getByText('At most 1000 events').waitFor();
    await page.getByLabel('To sequence').fill('4');
    await submit.click();
    await page.getByText('3 events are pushed now.').waitFor();
    await until('the range was pushed again', () => takenSequences().length === 3);
    // Those of the binder in their order; the second is of the binder too.
    assert.deepEqual(takenSequences(), [2, 3, 4]);

    fixture.receiver.taken.length = 0;
    await delivered(5);
    await replay.click();
    await page.getByLabel('From sequence').fill('4');
    await submit.click();
    await page.getByText('2 events are pushed now.').waitFor();
    await until('all from there were pushed again', () => String(takenSequences()) === '4,5');
    await page.context().close();
  },
);

test('[DELIV-10] an admin has what was given up sent again', browser.needed, async () => {
  await delivered(5);
  const { bot, receiver } = fixture;
  await service.env.db.query(
    `UPDATE bot_events SET state = 'dead' WHERE user_id = $1 AND sequence IN (3, 5)`,
    [bot.userId],
  );
  const { page } = await openDeliveries();
  await page.getByLabel('State').selectOption('dead');
  await loaded(page);
  await becomes(() => page.getByRole('cell', { name: 'Given up' }).count(), 2);
  await page.getByRole('button', { name: 'Replay events' }).click();
  await page.getByLabel('Which events').selectOption('dead');
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
  await page.getByText('2 events are pushed now.').waitFor();
  await until('they were pushed again', () => receiver.taken.length === 2);
  assert.deepEqual(takenSequences(), [3, 5]);
  await page.getByText('Nothing found').waitFor();
  await page.context().close();
});

test('[DELIV-10] an admin has what waits after a failure tried at once', browser.needed, async () => {
  await delivered(5);
  fixture.receiver.answer = () => 500;
  await post('waits');
  const tries = () => service.env.db.query('SELECT FROM bot_attempts WHERE sequence = 6');
  await until('it failed', async () => (await tries()).length > 0);
  const { page } = await openDeliveries();
  await rowOf(page, 6).getByText('Pending').waitFor();
  fixture.receiver.answer = () => 204;
  await page.getByRole('button', { name: 'Try event 6 now' }).click();
  await page.getByText('One event is pushed now.').waitFor();
  await delivered(6);
  await rowOf(page, 6).getByText('Delivered').waitFor();
  await page.context().close();
});

test('[DELIV-14] an admin sends a test and sees what the receiver answered', browser.needed, async () => {
  const { page } = await openDeliveries();
  const send = page.getByRole('button', { name: 'Send a test' });
  await send.click();
  await page.getByText(/^The receiver answered 204 in \d+\sms\.$/).waitFor();
  assert.equal(fixture.receiver.taken.at(-1)?.headers['ringbinder-test'], 'true');
  fixture.receiver.answer = () => 500;
  await send.click();
  await page.getByText(/^The receiver answered 500 in/).waitFor();
  fixture.receiver.answer = (_received, response) => void response.destroy();
  await send.click();
  await page.getByText(/^The receiver did not answer: /).waitFor();
  await service.env.db.query('UPDATE org_bots SET enabled_at = NULL WHERE client_id = $1', [
    fixture.bot.clientId,
  ]);
  await send.click();
  await page.getByText('The bot is not enabled in this org.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText(/^The bot is disabled in this organisation/).waitFor();
  await inspectEverywhere(page, 'deliveries disabled');
  await page.context().close();
});
