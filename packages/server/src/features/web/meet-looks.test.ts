import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestService, until } from '@ringbinder/testkit';
import { fakeMedia, testBrowser } from '@ringbinder/testkit/browser.ts';
import { inspectEverywhere } from './testing/console-page.ts';
import { buildPages } from './testing/fixture.ts';

const browser = testBrowser(process.env, fakeMedia);
let service: TestService;
before(async () => {
  buildPages();
  service = await startService();
});
after(async () => {
  await browser.close();
  await service.close();
});

const scenes = [
  'grid&people=9',
  'grid&people=2&recorded',
  'grid&people=25&panel=people&waiting=2',
  'speaker&people=5&shared',
  'grid&people=1&panel=quality',
  'lobby',
  'removed',
  'ready',
];

test(
  '[MEETVIEW-2] each view of a meet is usable by all, at both widths and in both schemes',
  browser.needed,
  async () => {
    const { page, errors } = await browser.newPage();
    for (const scene of scenes) {
      await page.goto(`${service.origin}/gallery?meet=${scene}`);
      await page.locator('.meet h1').waitFor();
      const pictures = () =>
        page.evaluate<number[]>("[...document.querySelectorAll('video')].map((v) => v.videoWidth)");
      await until('pictures are shown', async () => (await pictures()).every((width) => width > 0));
      await inspectEverywhere(page, `meet ${scene}`);
    }
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);
