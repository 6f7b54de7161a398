import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import type { WebSocketRoute } from 'playwright-core';
import { openApp, startApp } from './testing/app-page.ts';
import { fieldOf, say } from './testing/chat-page.ts';
import { keep, SCREENS } from './testing/console-page.ts';

const { browser, service, fixture } = await startApp();
const ANNOUNCED_MS = 5_000;

test(
  '[APP-11] [CLIENT-22] without a network a line says so at once, nobody is shown as present, and a binder that was never opened explains itself',
  browser.needed,
  async () => {
    const { ada, ben } = fixture;
    const { id: talk } = await conversation();
    await fixture.addBinder('Never opened', ada);
    const { page: other } = await openApp(browser, service, ben.email, { path: `/b/${talk}` });
    await fieldOf(other).waitFor();
    const { page } = await openApp(browser, service, ada.email, { path: `/b/${talk}` });
    await fieldOf(page).waitFor();
    const present = page.locator('.presence');
    await until('Ben is there', async () => (await present.count()) > 0);
    const line = page.locator('.connection-line');
    const lostAt = Date.now();
    await page.context().setOffline(true);
    await line.getByText('You are offline').waitFor();
    assert.ok(Date.now() - lostAt < ANNOUNCED_MS, `after ${Date.now() - lostAt} ms`);
    await becomes(() => present.count(), 0);
    await page.locator('.binder-row').filter({ hasText: 'Never opened' }).getByRole('link').click();
    await page.getByRole('heading', { name: 'This binder is not on this device yet' }).waitFor();
    await keep(page, 'offline-never-opened');
    await page.context().setOffline(false);
    await fieldOf(page).waitFor();
    await becomes(() => line.textContent(), '');
    await page.context().close();
    await other.context().close();
  },
);

/** The conversation of Ada and Ben. */
async function conversation(): Promise<{ id: string }> {
  const { ada, ben } = fixture;
  const json = { user: { user_id: ben.id }, message: { text: 'Hello' } };
  const { body } = await service.call('POST', '/me/messages', { token: ada.token, json });
  return { id: body.data.binder_id };
}

test(
  '[APP-11] [CLIENT-22] a network that is gone and does not report it is announced while something is sent, and what was sent arrives once',
  browser.needed,
  async () => {
    const { ada, ben } = fixture;
    const id = await fixture.addBinder('Silence', ada, [ben]);
    const { page: first } = await openApp(browser, service, ada.email, { path: '/account' });
    const context = first.context();
    let isSilent = false;
    const held: (() => void)[] = [];
    await context.routeWebSocket(/\/realtime$/, (socket: WebSocketRoute) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        if (!isSilent) server.send(message);
      });
      server.onMessage((message) => {
        if (!isSilent) socket.send(message);
      });
    });
    await context.route(/\/v1\//, async (route) => {
      if (isSilent) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue().catch(() => undefined);
    });
    const page = await context.newPage();
    await page.goto(`${service.origin}/b/${id}`);
    await fieldOf(page).waitFor();
    // It is connected once it hears of others.
    await fixture.post(id, ben, 'Hello');
    await page.locator('.message[data-id]').waitFor();
    isSilent = true;
    const sentAt = Date.now();
    await say(page, 'Is anybody there?');
    await page.getByText('The server cannot be reached').waitFor();
    assert.ok(Date.now() - sentAt < ANNOUNCED_MS + 1_000, `after ${Date.now() - sentAt} ms`);
    await page.getByText('Waits for a connection').waitFor();
    isSilent = false;
    for (const go of held) go();
    const count = async () => {
      const { body } = await service.call('GET', `/${id}/messages`, { token: ada.token });
      return body.data.messages.length;
    };
    await becomes(count, 2);
    await becomes(() => page.locator('.message[data-id]').count(), 2);
    await context.close();
  },
);

test(
  '[APP-11] on a narrow screen the loss is announced in every part of a binder, and covers nothing',
  browser.needed,
  async () => {
    const { ada } = fixture;
    const id = await fixture.addBinder('In the pocket', ada);
    const options = { ...SCREENS['phone, light'], path: `/b/${id}` };
    const { page } = await openApp(browser, service, ada.email, options);
    await fieldOf(page).waitFor();
    const line = page.locator('.connection-line p');
    await page.context().setOffline(true);
    for (const part of ['Pages', 'To-dos', 'Transactions', 'Meets', 'Members', 'Chat']) {
      await page.getByRole('link', { name: part, exact: true }).click();
      await line.getByText('You are offline').waitFor();
    }
    await keep(page, 'offline-phone');
    const [notice, main] = [await line.boundingBox(), await page.locator('.app-main').boundingBox()];
    assert.ok(notice && main && notice.y + notice.height <= main.y, JSON.stringify([notice, main]));
    const height = main.y + main.height;
    assert.equal(height, SCREENS['phone, light'].viewport.height);
    await page.getByRole('link', { name: 'All binders' }).click();
    await line.getByText('You are offline').waitFor();
    await page.context().close();
  },
);
