import assert from 'node:assert/strict';
import type { CreatedUser } from '@ringbinder/testkit';
import type { Page } from '@ringbinder/testkit/playwright/index.ts';

const OTHERS = ['draw Uother page B1 1 tab', 'ringbinder-clips-Uother'];

export const storedIn = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const folders = await Array.fromAsync((await navigator.storage.getDirectory()).keys());
    return [...databases, ...folders, ...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort();
  })()`);

export async function fillStorage(page: Page, { id }: CreatedUser, binderId: string): Promise<void> {
  await page.evaluate(`(async () => {
    localStorage.setItem('draw ${id} page ${binderId} 1 tab', '{}');
    localStorage.setItem('ringbinder-emoji ${id}', '{}');
    localStorage.setItem('${OTHERS[0]}', '{}');
    sessionStorage.setItem('ringbinder-draft', 'half a thought');
    const folder = await navigator.storage.getDirectory();
    for (const name of ['${OTHERS[1]}', 'ringbinder-clips-${id}']) await folder.getDirectoryHandle(name, { create: true });
    await new Promise((resolve) => (indexedDB.open('ringbinder-production:${id}:uploads').onsuccess = ({ target }) => {
      target.result.close();
      resolve();
    }));
  })()`);
  const names = await storedIn(page);
  for (const name of [`ringbinder-clips-${id}`, `ringbinder-production:${id}:uploads`])
    assert.ok(names.includes(name), `${name} among ${names}`);
}

export async function expectNothingLeft(page: Page): Promise<void> {
  assert.deepEqual(await storedIn(page), OTHERS);
}
