import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { test as base, expect, inspectEverywhere, type Page } from '@ringbinder/testkit/playwright/index.ts';
import { createReceipt } from '../../packages/server/src/features/receipts/testing/fixture.ts';
import { forgeries } from '../../packages/server/src/features/receipts/testing/forgeries.ts';

const test = base.extend<{ open(page: Page, html: string): Promise<void> }, { file: string }>({
  file: [async ({ service }, use) => use((await createReceipt(service)).file), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern.
  open: async ({}, use, info) => {
    const path = info.outputPath('receipt.html');
    await use(async (page, html) => {
      await writeFile(path, html);
      await page.goto(pathToFileURL(path).href);
    });
  },
});

test('[TIME-8] a receipt that is opened from the disk checks itself without a network', async ({
  app,
  file,
  open,
}) => {
  const page = await app.newPage();
  await open(page, file);
  const result = page.locator('#result');
  await expect(result).toHaveAttribute('data-state', 'good');
  await inspectEverywhere(page, 'receipt');
  assert.deepEqual(
    app.requestsOf(page).filter((address) => !address.startsWith('file:')),
    [],
  );
  await result.getByRole('button').click();
  await expect(result).toContainText('The key belongs to them.');
});

test('[TIME-8] an opened receipt reports every change of its file', { tag: '@slow' }, async ({
  app,
  file,
  open,
}) => {
  app.allowErrors(/./);
  const page = await app.newPage();
  const result = page.locator('#result');
  for (const [name, change] of forgeries) {
    await open(page, change(file));
    if (name === 'half of the file') await expect(result, name).not.toHaveAttribute('data-state');
    else await expect(result, name).toHaveAttribute('data-state', 'bad');
  }
});

test('[TIME-8] the policy of a receipt stops a changed script', async ({ app, file, open }) => {
  app.allowErrors(/Content Security Policy/);
  const page = await app.newPage();
  await open(page, file.replace('checkInPage({', 'document.title;checkInPage({'));
  await expect(page.locator('#result')).toContainText('has not been verified');
});
