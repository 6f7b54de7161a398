import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import { fakeMedia } from '@ringbinder/testkit/browser.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { openApp, startApp } from './testing/app-page.ts';
import { beginRecording, openClip, untilRecorded } from './testing/clip-page.ts';
import { PASSWORD } from './testing/fixture.ts';

const { browser, service, fixture } = await startApp(undefined, fakeMedia);

/** Counts the connections of all tabs of a context that are open. */
function watchSockets(page: Page, open: Set<string>): void {
  let count = 0;
  page.on('websocket', (socket) => {
    const name = `${page.url()} ${count++} ${Math.random()}`;
    open.add(name);
    socket.on('close', () => open.delete(name));
  });
  page.on('close', () => {
    for (const name of [...open]) if (name.startsWith(page.url())) open.delete(name);
  });
}

async function openTab(context: BrowserContext, path: string, open: Set<string>): Promise<Page> {
  const page = await context.newPage();
  watchSockets(page, open);
  await page.goto(`${service.origin}${path}`);
  await page.locator('.app').waitFor();
  return page;
}

/** What the Timeline of a tab says of a binder. */
const line = (page: Page, name: string) => page.locator('.binder-row').filter({ hasText: name });
const says = (page: Page, name: string, text: string) => line(page, name).getByText(text).waitFor();

test(
  '[APP-4] [CLIENT-17] [CLIENT-18] several tabs have one connection, and the others go on when its tab is closed',
  browser.needed,
  async () => {
    const { ada, ben } = fixture;
    const id = await fixture.addBinder('Shared by tabs', ada, [ben]);
    const { page: first, errors } = await openApp(browser, service, ben.email, { path: '/account' });
    const context = first.context();
    const open = new Set<string>();
    const tabs = [
      await openTab(context, '/', open),
      await openTab(context, `/b/${id}`, open),
      await openTab(context, '/', open),
    ];
    await fixture.post(id, ada, 'to three tabs');
    await Promise.all(tabs.map((tab) => says(tab, 'Shared by tabs', 'to three tabs')));
    await becomes(() => open.size, 1);
    for (const text of ['after the first', 'after the second']) {
      await tabs.shift()?.close();
      await fixture.post(id, ada, text);
      await Promise.all(tabs.map((tab) => says(tab, 'Shared by tabs', text)));
      await becomes(() => open.size, 1, 'there is one connection');
    }
    assert.deepEqual(errors, []);
    await context.close();
  },
);

test(
  '[APP-4] [CLIENT-11] [CLIENT-19] signing out in one tab ends all tabs, and removes what the browser keeps',
  browser.needed,
  async () => {
    const { ada, carla } = fixture;
    const id = await fixture.addBinder('Kept for a while', ada, [carla]);
    await fixture.post(id, ada, 'hello');
    const { page: first } = await openApp(browser, service, carla.email, { path: '/account' });
    const context = first.context();
    const tabs = [
      await openTab(context, `/b/${id}`, new Set()),
      await openTab(context, '/', new Set()),
    ] as const;
    await Promise.all(tabs.map((tab) => says(tab, 'Kept for a while', 'hello')));
    const databases = () =>
      first.evaluate<string[]>('indexedDB.databases().then((all) => all.map(({ name }) => name))');
    await until('a replica is kept', async () => (await databases()).length > 0);
    const [name] = await databases();
    assert.equal(name, `ringbinder-production:${carla.id}`);
    await tabs[1].getByRole('button', { name: /^Account of/ }).click();
    await tabs[1].getByRole('menuitem', { name: 'Sign out' }).click();
    await Promise.all(tabs.map((tab) => tab.getByLabel('Password').waitFor()));
    await becomes(databases, []);
    await context.close();
  },
);

/** What browsers keep from pages that are served by plain http. */
const PLAIN_HTTP = `
  delete Crypto.prototype.randomUUID;
  Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined });
`;

test(
  '[APP-16] on plain http, where browsers give less, each tab has a connection of its own, and all else is as ever',
  browser.needed,
  async () => {
    const { ada, ben } = fixture;
    const id = await fixture.addBinder('Plain', ada, [ben]);
    const { page: first, errors } = await openApp(browser, service, ben.email, { path: '/account' });
    const context = first.context();
    await context.addInitScript(PLAIN_HTTP);
    const open = new Set<string>();
    const tabs = [await openTab(context, `/b/${id}`, open), await openTab(context, '/', open)] as const;
    const composer = tabs[0].locator('[data-composer]');
    await composer.fill('by plain http');
    await composer.press('Enter');
    await Promise.all(tabs.map((tab) => says(tab, 'Plain', 'You: by plain http')));
    await becomes(() => open.size, 2);
    assert.deepEqual(errors, []);
    await context.close();
  },
);

/** The names of all that the browser keeps for our pages. */
const kept = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const folders = await Array.fromAsync((await navigator.storage.getDirectory()).keys());
    return [...databases, ...folders, ...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort();
  })()`);

test(
  '[CLIENT-19] signing out in the app, on the page of the account or in the console removes what the browser keeps of the person, a recording that goes on in another tab with it, and of nobody else',
  browser.needed,
  async () => {
    const { ada } = fixture;
    const id = await fixture.addBinder('Left behind', ada);
    const others = ['draw Uother page B1 1 tab', 'ringbinder-clips-Uother'];
    for (const path of ['/', '/account', '/admin']) {
      const { page } = await browser.newPage();
      await page.goto(service.origin);
      await page.getByLabel('E-mail address').fill(ada.email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await line(page, 'Left behind').waitFor();
      const beside = await openTab(page.context(), `/b/${id}/pages`, new Set());
      if (path === '/account') {
        const dialog = await openClip(beside);
        await dialog.getByRole('radio', { name: /^Voice/ }).check();
        await beginRecording(beside);
        await untilRecorded(beside, 1);
      }
      await page.evaluate(`(async () => {
        localStorage.setItem('draw ${ada.id} page ${id} 1 tab', '{}');
        localStorage.setItem('${others[0]}', '{}');
        sessionStorage.setItem('ringbinder-draft', 'half a thought');
        const folder = await navigator.storage.getDirectory();
        for (const name of ['${others[1]}', 'ringbinder-clips-${ada.id}']) await folder.getDirectoryHandle(name, { create: true });
        await new Promise((resolve) => (indexedDB.open('ringbinder-production:${ada.id}:uploads').onsuccess = ({ target }) => {
          target.result.close();
          resolve();
        }));
      })()`);
      const theirs = [`ringbinder-production:${ada.id}`, `ringbinder-clips-${ada.id}`];
      await until('all is kept', async () => {
        const names = await kept(page);
        return theirs.every((name) => names.includes(name));
      });
      if (path === '/') {
        await page.getByRole('button', { name: /^Account of/ }).click();
        await page.getByRole('menuitem', { name: 'Sign out' }).click();
      } else {
        await page.goto(service.origin + path);
        await page.getByRole('button', { name: 'Sign out' }).click();
      }
      await page.getByLabel('Password').waitFor();
      assert.deepEqual(await kept(page), others, path);
      await beside.getByLabel('Password').waitFor();
      await page.context().close();
    }
  },
);
