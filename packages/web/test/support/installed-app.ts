import type { CreatedUser } from '@ringbinder/testkit';
import { type App, expect, type Page } from '@ringbinder/testkit/playwright/index.ts';

export async function openInstalled(app: App, person: CreatedUser, path = '/'): Promise<Page> {
  const page = await app.open(person, { path, loadsAhead: true });
  await waitForInstall(page);
  return page;
}

export async function waitForInstall(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate('navigator.serviceWorker.controller !== null'), { timeout: 30_000 })
    .toBe(true);
  await expect.poll(async () => (await storedInApp(page)).sort()).toEqual(['list', 'user']);
}

export async function startOffline(page: Page, path = new URL(page.url()).pathname): Promise<Page> {
  const { origin } = new URL(page.url());
  const context = page.context();
  await context.setOffline(true);
  await page.close();
  const next = await context.newPage();
  await next.goto(`${origin}${path}`);
  return next;
}

export const storedInApp = (page: Page, root = '') =>
  page.evaluate<string[]>(`(async () => {
    const name = 'ringbinder-app ${root}';
    if (!(await indexedDB.databases()).some((each) => each.name === name)) return [];
    const opened = await new Promise((resolve) => {
      indexedDB.open(name).onsuccess = ({ target }) => resolve(target.result);
    });
    try {
      return await new Promise((resolve) => {
        opened.transaction('values').objectStore('values').getAllKeys().onsuccess = ({ target }) => resolve(target.result);
      });
    } finally { opened.close(); }
  })()`);

export const cachedPaths = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const paths = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths.sort();
  })()`);

export const countWorkers = (page: Page) =>
  page.evaluate<number>('navigator.serviceWorker.getRegistrations().then((all) => all.length)');

export async function share(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(`{
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' });
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true });
    const transfer = new DataTransfer();
    for (const [name, text] of Object.entries(${JSON.stringify(files)}))
      transfer.items.add(new File([text], name, { type: 'text/plain' }));
    input.files = transfer.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }`);
}
