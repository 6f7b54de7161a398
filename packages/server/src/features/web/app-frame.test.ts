import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import type { BrowserContext, Page, WebSocketRoute } from 'playwright-core';
import { remindOfMeets } from '../meets/reminders.ts';
import { openApp, startApp } from './testing/app-page.ts';
import { PASSWORD } from './testing/fixture.ts';

const { browser, service, fixture } = await startApp({ environments: ['production', 'sandbox'] });

const pathOf = (page: Page) => new URL(page.url()).pathname;
const row = (page: Page, name: string) => page.locator('.binder-row').filter({ hasText: name });

test(
  '[APP-1] [APP-10] an address leads to what it names, through the sign-in page, and back by the browser',
  browser.needed,
  async () => {
    const { ada, ben } = fixture;
    const id = await fixture.addBinder('Deep', ada, [ben]);
    const messageId = await fixture.post(id, ada, 'Look here');
    const { page } = await browser.newPage();
    await page.goto(`${service.origin}/b/${id}/chat/${messageId}`);
    await page.getByLabel('E-mail address').fill(ben.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Deep', level: 1 }).waitFor();
    await becomes(() => pathOf(page), `/b/${id}/chat/${messageId}`);
    const part = (name: string) =>
      page.getByRole('navigation', { name: 'Parts of the binder' }).getByRole('link', { name });
    for (const [name, path] of [
      ['To-dos', 'todos'],
      ['Members', 'members'],
      ['Chat', ''],
    ] as const) {
      await part(name).click();
      await part(name).and(page.locator('[aria-current=page]')).waitFor();
      await becomes(() => pathOf(page), `/b/${id}${path && `/${path}`}`);
    }
    await page.goBack();
    await part('Members').and(page.locator('[aria-current=page]')).waitFor();
    for (const wrong of [`/b/${id}/nothing`, '/b/B123', `/b/${id}/members/7`]) {
      await page.goto(service.origin + wrong);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    }
    await page.goto(`${service.origin}/b/B${'0'.repeat(22)}`);
    await page.getByRole('heading', { name: 'You cannot read this binder' }).waitFor();
    await page.goto(`${service.origin}/sandbox/b/${id}`);
    // The sandbox is an installation of its own, which nobody has set up here.
    await page.getByRole('heading', { name: 'This server is not set up yet' }).waitFor();
    await page.context().close();
  },
);

test(
  '[APP-10] an admin finds the console from the app, and back; nobody else is led there',
  browser.needed,
  async () => {
    const { ada, ben } = fixture;
    const { page } = await openApp(browser, service, ada.email);
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Administration' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: 'Your binders' }).click();
    await page.getByRole('heading', { name: 'Choose a binder' }).waitFor();
    await page.context().close();
    const { page: other } = await openApp(browser, service, ben.email);
    await other.getByRole('button', { name: /^Account of/ }).click();
    await other.getByRole('menuitem', { name: 'Your account' }).waitFor();
    assert.equal(await other.getByRole('menuitem', { name: 'Administration' }).count(), 0);
    await other.context().close();
  },
);

/** A network that can be away: for the channel, and for the calls. */
async function unplug(context: BrowserContext) {
  let isAway = false;
  const sockets = new Set<WebSocketRoute>();
  await context.routeWebSocket(/\/realtime$/, (socket) => {
    if (isAway) return void socket.close({ code: 1011 });
    socket.connectToServer();
    sockets.add(socket);
  });
  await context.route(/\/v1\//, (route) => (isAway ? route.abort() : route.continue()));
  return {
    async away() {
      isAway = true;
      for (const socket of sockets) await socket.close({ code: 1011 });
      sockets.clear();
    },
    back() {
      isAway = false;
    },
  };
}

test(
  '[APP-11] [CLIENT-15] without a connection a line says so; what is written then is sent once it is back, by another tab, too',
  browser.needed,
  async () => {
    const { ada, ben } = fixture;
    const id = await fixture.addBinder('On a train', ada, [ben]);
    const { page: first } = await openApp(browser, service, ben.email, { path: '/account' });
    const context = first.context();
    const network = await unplug(context);
    const page = await context.newPage();
    await page.goto(`${service.origin}/b/${id}`);
    const composer = page.locator('[data-composer]');
    await composer.waitFor();
    await row(page, 'On a train').waitFor();
    await network.away();
    await page.getByText(/The server cannot be reached/).waitFor();
    await becomes(() => page.getByRole('dialog').count(), 0);
    await composer.fill('written offline');
    await composer.press('Enter');
    await page.getByText('written offline').first().waitFor();
    const kept = () =>
      page.evaluate<number>(`new Promise((resolve) => {
      const open = indexedDB.open('ringbinder-production:${ben.id}');
      open.onsuccess = () => {
        const count = open.result.transaction('outbox').objectStore('outbox').count();
        count.onsuccess = () => { open.result.close(); resolve(count.result); };
      };
    })`);
    await becomes(kept, 1, 'it is kept');
    await page.close();
    network.back();
    const next = await context.newPage();
    await next.goto(`${service.origin}/`);
    await row(next, 'On a train').getByText('You: written offline').waitFor();
    await network.away();
    await next.getByText(/The server cannot be reached/).waitFor();
    await fixture.post(id, ada, 'meanwhile');
    network.back();
    // At once, where it is still there: by itself it may have tried already.
    await next.evaluate(
      "[...document.querySelectorAll('button')].find((each) => each.innerText === 'Try now')?.click()",
    );
    await row(next, 'On a train').getByText('Ada: meanwhile').waitFor();
    await next.getByText(/The server cannot be reached/).waitFor({ state: 'detached' });
    const { body } = await service.call('GET', `/${id}/messages`, { token: ada.token });
    assert.deepEqual(
      body.data.messages.map(({ text }: { text: string }) => text),
      ['meanwhile', 'written offline'],
    );
    await context.close();
  },
);

/** What a page would tell by notifications, and whether it is seen. */
const STAGE = `
  window.told = [];
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() { return (this.permission = 'granted'); }
    constructor(title, options) { window.told.push([title, options.body]); window.last = this; }
    close() {}
  };
  let isHidden = false;
  Object.defineProperty(document, 'hidden', { get: () => isHidden });
  window.hide = (value) => { isHidden = value; document.dispatchEvent(new Event('visibilitychange')); };
`;

test(
  '[APP-12] new messages and meets are told of while no tab is seen, once, after asking when there was one, and not of muted binders',
  browser.needed,
  async () => {
    const { ada } = fixture;
    const dora = await fixture.addUser('Dora Lind');
    const [loud, quiet] = [
      await fixture.addBinder('Loud', ada, [dora]),
      await fixture.addBinder('Quiet', ada, [dora]),
    ];
    await service.call('POST', `/me/binders/${quiet}`, { token: dora.token, json: { is_muted: true } });
    const { page: first } = await openApp(browser, service, dora.email, { path: '/account' });
    const context = first.context();
    await context.addInitScript(STAGE);
    const open = async () => {
      const page = await context.newPage();
      await page.goto(`${service.origin}/`);
      await row(page, 'Loud').waitFor();
      return page;
    };
    const [page, other] = [await open(), await open()];
    const told = async () => [
      ...(await page.evaluate<string[][]>('window.told')),
      ...(await other.evaluate<string[][]>('window.told')),
    ];
    const hide = (each: Page, value: boolean) => each.evaluate(`window.hide(${value})`);
    const question = page.getByRole('region', { name: 'Notifications' });
    await until('the title counts', async () => /Binders/.test(await page.title()));
    assert.equal(await question.count(), 0, 'nobody is asked at once');
    await Promise.all([hide(page, true), hide(other, true)]);
    await fixture.post(loud, ada, 'one');
    await question.waitFor();
    assert.deepEqual(await told(), []);
    await hide(page, false);
    await question.getByRole('button', { name: 'Turn on' }).click();
    await other.reload();
    await row(other, 'Loud').waitFor();
    await other.evaluate(`Notification.permission = 'granted'`);
    await fixture.post(loud, ada, 'two');
    await row(page, 'Loud').getByText('Ada: two').waitFor();
    assert.deepEqual(await told(), [], 'a tab is seen');
    await Promise.all([hide(page, true), hide(other, true)]);
    await fixture.post(quiet, ada, 'psst');
    await row(page, 'Quiet').getByText('Ada: psst').waitFor();
    await fixture.post(loud, ada, 'three');
    await until('it is told', async () => (await told()).length > 0);
    await Promise.all([page, other].map((each) => row(each, 'Loud').getByText('Ada: three').waitFor()));
    assert.deepEqual(await told(), [['Loud', 'Ada: three']]);
    await until('the title counts', async () => (await page.title()).startsWith('(3) '));
    // A meet that begins is told of as what is said there, and one that is about to by itself.
    const starts = Date.now() + 5 * 60_000;
    const planned = { name: 'Signing', binder_id: loud, start_time: starts, end_time: starts + 600_000 };
    const json = { json: planned, token: ada.token };
    assert.equal((await service.call('POST', '/meets/schedule', json)).status, 200);
    await remindOfMeets(service.env);
    const reminder = /^“Signing” begins at \d/;
    await until('it is reminded of', async () =>
      (await told()).some(([, body]) => reminder.test(body ?? '')),
    );
    await service.call('POST', `/${loud}/meets`, { token: ada.token, json: { name: 'At once' } });
    await until('it is told that it runs', async () =>
      (await told()).some(([, body]) => /^Meet started: .*At once/.test(body ?? '')),
    );
    assert.equal((await told()).filter(([, body]) => reminder.test(body ?? '')).length, 1, 'by one tab');
    await fixture.post(loud, ada, 'four');
    await until('it is told', async () => (await told()).some(([, body]) => body === 'Ada: four'));
    const isLast = async (each: Page) =>
      (await each.evaluate<string[][]>('window.told')).at(-1)?.[1] === 'Ada: four';
    const teller = (await isLast(page)) ? page : other;
    await teller.evaluate('window.last.onclick()');
    await teller.getByRole('heading', { name: 'Loud', level: 1 }).waitFor();
    await context.close();
  },
);

test('[CHAT-13] who has seen a message is told after a lost connection, too', browser.needed, async () => {
  const { ada, ben } = fixture;
  const id = await fixture.addBinder('Through a tunnel', ada, [ben]);
  const { page: first } = await openApp(browser, service, ben.email, { path: '/account' });
  const network = await unplug(first.context());
  const page = await first.context().newPage();
  await page.goto(`${service.origin}/b/${id}`);
  const composer = page.locator('[data-composer]');
  await composer.fill('Is anybody there?');
  await composer.press('Enter');
  await page.locator('li[data-id]').getByText('Is anybody there?').waitFor();
  await network.away();
  await page.getByText(/The server cannot be reached/).waitFor();
  await service.call('POST', `/${id}/readmark`, { token: ada.token, json: {} });
  network.back();
  // By itself it may have tried already, and the line with its button be gone.
  await page.evaluate("dispatchEvent(new Event('online'))");
  await page.getByText('Seen by Ada Lovelace').waitFor();
  await first.context().close();
});

test(
  '[APP-15] [APP-18] times are those of the zone and of the country that the person has set',
  browser.needed,
  async () => {
    const { ada, carla } = fixture;
    const id = await fixture.addBinder('Tokyo', carla, [ada]);
    const set = { token: carla.token, json: { timezone: 'Asia/Tokyo', language: 'ja' } };
    assert.equal((await service.call('POST', '/me', set)).status, 200);
    await fixture.post(id, ada, 'What time is it?');
    const { page } = await openApp(browser, service, carla.email, {
      path: `/b/${id}`,
      timezoneId: 'America/New_York',
      locale: 'en-US',
    });
    const { body } = await service.call('GET', `/${id}/messages`, { token: carla.token });
    const at = new Date(body.data.messages[0].created_time);
    const shown = at.toLocaleTimeString('en-JP', { timeZone: 'Asia/Tokyo', timeStyle: 'short' });
    const message = page.locator('.message', { hasText: 'What time is it?' });
    await message.getByText(shown, { exact: true }).waitFor();
    await row(page, 'Tokyo').getByText(shown, { exact: true }).waitFor();
    await page.context().close();
  },
);
