import assert from 'node:assert/strict';
import type { CreatedUser } from '@ringbinder/testkit';
import { type App, expect, type Page } from '@ringbinder/testkit/playwright/index.ts';

/** Opens the app, and waits until it can start without a connection. */
export async function openInstalled(app: App, person: CreatedUser, path = '/'): Promise<Page> {
  const page = await app.open(person, { path, loadsAhead: true });
  await isInstalled(page);
  return page;
}

/** Waits for the worker, its cache, and the list of binders. */
export async function isInstalled(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate('navigator.serviceWorker.controller !== null'), { timeout: 30_000 })
    .toBe(true);
  await expect
    .poll(() =>
      page.evaluate(`indexedDB.databases().then((all) => all.some(({ name }) => name.endsWith(':list')))`),
    )
    .toBe(true);
}

/** The paths of all responses in Cache Storage, by cache. */
export const cachedPaths = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const paths = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths.sort();
  })()`);

export const countWorkers = (page: Page) =>
  page.evaluate<number>('navigator.serviceWorker.getRegistrations().then((all) => all.length)');

/** Runs in a worker: shares a file, as the browser does when the user chooses the app in its dialog. */
export async function share(page: Page, files: Record<string, string>): Promise<void> {
  const names = Object.keys(files);
  assert.ok(names.length > 0);
  await page.evaluate(`{
    const form = Object.assign(document.createElement('form'), { method: 'post', action: 'share', enctype: 'multipart/form-data' });
    form.action = '/share';
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true });
    const transfer = new DataTransfer();
    for (const [name, text] of Object.entries(${JSON.stringify(files)})) transfer.items.add(new File([text], name, { type: 'text/plain' }));
    input.files = transfer.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }`);
}
