import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { MediaTimeout } from '@ringbinder/page-renderer';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { pictured } from '@ringbinder/page-renderer/testing/world';
import { expect, inspectEverywhere, test } from '@ringbinder/testkit/playwright/index.ts';
import { binderOf } from '../support/viewer-page.ts';

test('[PAGE-48] a page with a picture that cannot be decoded says so and offers its file', async ({
  app,
  org,
}) => {
  const pdf = new Uint8Array(pictured('JPXDecode', 'no picture', ''));
  const { to } = await binderOf(app, 'Problems', [[pdf, 'Scan.pdf']]);
  const page = await app.open(org.ada, { path: to(0) });
  const words = page.getByRole('status').filter({ hasText: 'An image on this page can’t be shown here.' });
  await words.waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    words.getByRole('button', { name: 'Download the file', exact: true }).click(),
  ]);
  assert.deepEqual(await readFile(await download.path()), Buffer.from(pdf));
  await inspectEverywhere(page, 'viewer-problems');
});

test('[PAGE-48] a page that the server does not draw in time says so and offers its file', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  app.allowErrors(/status of 503/);
  // No other test may use this file, because the server caches by content.
  const pdf = new Uint8Array(makePdf({ text: 'A slow plan' }));
  const { to } = await binderOf(app, 'Slow', [[pdf, 'Plan.pdf']]);
  const { media } = service.env;
  service.env.media = { ...media, renderRegion: () => Promise.reject(new MediaTimeout('slow')) };
  try {
    const page = await app.open(org.ada, { path: '/account' });
    await page.clock.install();
    await page.goto(`${service.origin}${to(0)}`);
    const words = page.getByRole('status').filter({ hasText: 'This page takes a long time to draw.' });
    // The viewer reports the problem after its third attempt.
    await expect(async () => {
      await page.clock.fastForward(1_500);
      await expect(words).toBeVisible({ timeout: 200 });
    }).toPass();
    await words.getByRole('button', { name: 'Download the file', exact: true }).waitFor();
    await inspectEverywhere(page, 'viewer-late');
  } finally {
    service.env.media = media;
  }
});
