import assert from 'node:assert/strict';
import {
  type App,
  expect,
  type Page,
  SCREENS,
  saveScreenshot,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { fieldOf, sendMessage } from '../support/chat-page.ts';
import { openUnpluggable } from '../support/unpluggable.ts';

const ANNOUNCED_MS = 5_000;
const KEPT_OPEN = 12;
const row = (page: Page, name: string) => page.locator('.binder-row').filter({ hasText: name });
const unreachable = (page: Page) => page.getByText(/The server cannot be reached/);

async function textsOf({ service, org }: App, id: string): Promise<string[]> {
  const { body } = await service.call('GET', `/${id}/messages`, { token: org.ada.token });
  return body.data.messages.map(({ text }: { text: string }) => text);
}

test('[APP-11] [CLIENT-15] a message written without a connection is announced as waiting, and another tab sends it once the connection is back', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/net::ERR_FAILED/);
  const { ada, ben } = org;
  const id = await org.addBinder('On a train', ada, [ben]);
  const { page, unplug, plugIn } = await openUnpluggable(app, org.ben);
  await page.goto(`${service.origin}/b/${id}`);
  await fieldOf(page).waitFor();
  await row(page, 'On a train').waitFor();
  await unplug();
  await unreachable(page).waitFor();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await sendMessage(page, 'written offline');
  await page.getByText('written offline').first().waitFor();
  const countOutbox = () =>
    page.evaluate<number>(`new Promise((resolve) => {
      const open = indexedDB.open('ringbinder-production:${ben.id}');
      open.onsuccess = () => {
        const count = open.result.transaction('outbox').objectStore('outbox').count();
        count.onsuccess = () => { open.result.close(); resolve(count.result); };
      };
    })`);
  await expect.poll(countOutbox, 'the browser stores it').toBe(1);
  const next = await page.context().newPage();
  await page.close();
  plugIn();
  await next.goto(`${service.origin}/`);
  await row(next, 'On a train').getByText('You: written offline').waitFor();
  await unplug();
  await unreachable(next).waitFor();
  await org.post(id, ada, 'meanwhile');
  plugIn();
  await next.evaluate(
    "[...document.querySelectorAll('button')].find((each) => each.innerText === 'Try now')?.click()",
  );
  await row(next, 'On a train').getByText('Ada: meanwhile').waitFor();
  await expect(unreachable(next)).toHaveCount(0);
  assert.deepEqual(await textsOf(app, id), ['meanwhile', 'written offline']);
});

test('[CHAT-13] a read receipt that was sent during a lost connection is shown afterwards', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/net::ERR_FAILED/);
  const { ada, ben } = org;
  const id = await org.addBinder('Through a tunnel', ada, [ben]);
  const { page, unplug, plugIn } = await openUnpluggable(app, org.ben);
  await page.goto(`${service.origin}/b/${id}`);
  await sendMessage(page, 'Is anybody there?');
  await page.locator('li[data-id]').getByText('Is anybody there?').waitFor();
  await unplug();
  await unreachable(page).waitFor();
  await service.call('POST', `/${id}/readmark`, { token: ada.token, json: {} });
  plugIn();
  // “Try now” disappears if the app has already reconnected.
  await page.evaluate("dispatchEvent(new Event('online'))");
  await page.getByText('Seen by Ada Lovelace').waitFor();
});

test('[APP-11] [CLIENT-22] without a network the app announces it at once, hides presence, and explains a binder that was never opened', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const { ada, ben } = org;
  const json = { user: { user_id: ben.id }, message: { text: 'Hello' } };
  const { body } = await service.call('POST', '/me/messages', { token: ada.token, json });
  const path = `/b/${body.data.binder_id}`;
  await org.addBinder('Never opened', ada);
  for (let number = 1; number <= KEPT_OPEN; number++) await org.addBinder(`Newer ${number}`, ada);
  const [, page] = await Promise.all([app.open(ben, { path }), app.open(ada, { path })]);
  await fieldOf(page).waitFor();
  const present = page.locator('.presence');
  await expect(present, 'Ben is present').not.toHaveCount(0);
  const line = page.locator('.connection-line');
  const lostAt = Date.now();
  await page.context().setOffline(true);
  await line.getByText('You are offline').waitFor();
  assert.ok(Date.now() - lostAt < ANNOUNCED_MS, `after ${Date.now() - lostAt} ms`);
  await expect(page.locator('.status-line'), 'nothing else reports it').toHaveText('');
  await expect(present).toHaveCount(0);
  await row(page, 'Never opened').getByRole('link').click();
  await page.getByRole('heading', { name: 'This binder is not available offline yet' }).waitFor();
  await saveScreenshot(page, 'offline-never-opened');
  await page.context().setOffline(false);
  await fieldOf(page).waitFor();
  await expect(line).toHaveText('');
});

test('[APP-11] [CLIENT-22] a network that drops everything without an error is announced during the next message, which arrives once', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Silence', ada, [ben]);
  const page = await app.open(ada, { path: '/account', loadsAhead: true });
  const context = page.context();
  let isSilent = false;
  const waiting: (() => void)[] = [];
  await context.routeWebSocket(/\/realtime$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (!isSilent) server.send(message);
    });
    server.onMessage((message) => {
      if (!isSilent) socket.send(message);
    });
  });
  await context.route(/\/v1\//, async (route) => {
    if (isSilent) await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue().catch(() => undefined);
  });
  await page.goto(`${service.origin}/b/${id}`);
  await fieldOf(page).waitFor();
  await org.post(id, ben, 'Hello');
  await page.locator('.message[data-id]').waitFor();
  isSilent = true;
  const sentAt = Date.now();
  await sendMessage(page, 'Is anybody there?');
  await unreachable(page).waitFor();
  assert.ok(Date.now() - sentAt < ANNOUNCED_MS + 1_000, `after ${Date.now() - sentAt} ms`);
  await page.getByText('Waiting for connection').waitFor();
  isSilent = false;
  for (const resume of waiting) resume();
  await expect.poll(async () => (await textsOf(app, id)).length).toBe(2);
  await expect(page.locator('.message[data-id]')).toHaveCount(2);
});

test('[APP-11] on a narrow screen every part of a binder announces the loss, and the line covers nothing', async ({
  app,
  org,
}) => {
  app.allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const id = await org.addBinder('In the pocket', org.ada);
  const page = await app.open(org.ada, { ...SCREENS['phone, light'], path: `/b/${id}`, loadsAhead: true });
  await fieldOf(page).waitFor();
  const line = page.locator('.connection-line p');
  await page.context().setOffline(true);
  for (const part of ['Pages', 'To-dos', 'Approvals', 'Meetings', 'Members', 'Chat']) {
    await page.getByRole('link', { name: part, exact: true }).click();
    await line.getByText('You are offline').waitFor();
  }
  await saveScreenshot(page, 'offline-phone');
  const [notice, main] = [await line.boundingBox(), await page.locator('.app-main').boundingBox()];
  assert.ok(notice && main && notice.y + notice.height <= main.y, JSON.stringify([notice, main]));
  assert.equal(main.y + main.height, SCREENS['phone, light'].viewport.height);
  await page.getByRole('link', { name: 'All binders' }).click();
  await line.getByText('You are offline').waitFor();
});
