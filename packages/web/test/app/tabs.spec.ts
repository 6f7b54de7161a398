import assert from 'node:assert/strict';
import { type App, expect, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { expectNothingLeft, fillStorage, storedIn } from '../support/stored-data.ts';

async function openTab({ service }: App, page: Page, path: string, open = new Set<unknown>()): Promise<Page> {
  page.on('websocket', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    page.on('close', () => open.delete(socket));
  });
  await page.goto(`${service.origin}${path}`);
  await page.locator('.app').waitFor();
  return page;
}

const row = (page: Page, name: string) => page.locator('.binder-row').filter({ hasText: name });
const shows = (page: Page, name: string, text: string) => row(page, name).getByText(text).waitFor();

test('[APP-4] [CLIENT-17] [CLIENT-18] several tabs share one connection, and another tab opens it when its tab is closed', async ({
  app,
  org,
}) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Shared by tabs', ada, [ben]);
  const first = await app.open(ben, { path: '/account' });
  const open = new Set<unknown>();
  const tabs = [
    await openTab(app, first, '/', open),
    await openTab(app, await first.context().newPage(), `/b/${id}`, open),
    await openTab(app, await first.context().newPage(), '/', open),
  ];
  await org.post(id, ada, 'to three tabs');
  await Promise.all(tabs.map((tab) => shows(tab, 'Shared by tabs', 'to three tabs')));
  await expect.poll(() => open.size).toBe(1);
  for (const text of ['after the first', 'after the second']) {
    await tabs.shift()?.close();
    await org.post(id, ada, text);
    await Promise.all(tabs.map((tab) => shows(tab, 'Shared by tabs', text)));
    await expect.poll(() => open.size, 'there is one connection').toBe(1);
  }
});

test('[APP-16] over plain http, where browsers lack locks, each tab has its own connection and sends messages', async ({
  app,
  org,
}) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Plain', ada, [ben]);
  const first = await app.open(ben, { path: '/account' });
  await first.context().addInitScript(`
    delete Crypto.prototype.randomUUID;
    Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined });
  `);
  const open = new Set<unknown>();
  const tabs = [
    await openTab(app, first, `/b/${id}`, open),
    await openTab(app, await first.context().newPage(), '/', open),
  ] as const;
  const composer = tabs[0].locator('[data-composer]');
  await composer.fill('by plain http');
  await composer.press('Enter');
  await Promise.all(tabs.map((tab) => shows(tab, 'Plain', 'You: by plain http')));
  await expect.poll(() => open.size).toBe(2);
});

test('[APP-4] [CLIENT-11] [CLIENT-19] signing out in the app ends all tabs and removes what the browser stored for the person, and for nobody else', async ({
  app,
  org,
}) => {
  app.allowErrors(/status of 401/);
  const { ada, addUser } = org;
  const dora = await addUser('Dora Lind');
  const id = await org.addBinder('Stored for a while', ada, [dora]);
  await org.post(id, ada, 'hello');
  const first = await app.open(dora, { path: '/account' });
  const tabs = [
    await openTab(app, first, `/b/${id}`),
    await openTab(app, await first.context().newPage(), '/'),
  ] as const;
  await Promise.all(tabs.map((tab) => shows(tab, 'Stored for a while', 'hello')));
  const databases = () =>
    first.evaluate<string[]>('indexedDB.databases().then((all) => all.map(({ name }) => name))');
  await expect.poll(databases).toContain(`ringbinder-production:${dora.id}`);
  await fillStorage(tabs[1], dora, id);
  await tabs[1].getByRole('button', { name: /^Account: / }).click();
  await tabs[1].getByRole('menuitem', { name: 'Sign out' }).click();
  await Promise.all(tabs.map((tab) => tab.getByLabel('Password').waitFor()));
  await expectNothingLeft(tabs[1]);
  assert.deepEqual(await databases(), []);
});

test('[CLIENT-19] signing out in the console ends a tab of the app and removes what the browser stored for the person, and for nobody else', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 401/);
  const dora = await org.addUser('Dora Lind');
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [dora.id]);
  const id = await org.addBinder('Left behind', dora);
  const page = await app.open(dora, { path: '/account' });
  const beside = await openTab(app, await page.context().newPage(), `/b/${id}/pages`);
  await fillStorage(page, dora, id);
  await expect.poll(() => storedIn(page)).toContain(`ringbinder-production:${dora.id}`);
  await page.goto(`${service.origin}/admin`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Password').waitFor();
  await expectNothingLeft(page);
  await beside.getByLabel('Password').waitFor();
});
