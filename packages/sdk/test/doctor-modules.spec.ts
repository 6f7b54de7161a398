import assert from 'node:assert/strict';
import type { Page } from '@ringbinder/testkit/playwright/index.ts';
import { ahead } from './support/doctor.ts';
import { eventsOf, expect, frameIn, test } from './support/embed.ts';

interface Finding {
  code: string;
  sentence: string;
}

async function silence(page: Page, times: number): Promise<string[]> {
  let left = times;
  const requested: string[] = [];
  await page.route('**/embed/doctor?*', async (route) => {
    requested.push(route.request().url());
    if (left-- > 0) await route.fulfill({ contentType: 'text/html', body: '' });
    else await route.continue();
  });
  return requested;
}

const look = (page: Page) => page.evaluate<Finding[]>('Service.doctor()');

async function lookAhead(page: Page): Promise<Finding[]> {
  await page.clock.install();
  return ahead(page, look(page));
}

test.beforeEach(({ app }) => app.allowErrors(/./));

test('[SDK-67] the doctor tries its frame again when it is late', async ({ openReady }) => {
  const page = await openReady();
  const requested = await silence(page, 2);
  await page.clock.install();
  const findings = look(page);
  for (const attempts of [1, 2]) {
    await expect.poll(() => requested.length).toBe(attempts);
    await page.clock.fastForward(6_000);
  }
  assert.ok(!(await findings).some(({ code }) => code === 'frame_blocked'));
  assert.equal(requested.length, 3);
});

test('[SDK-67] the doctor reports frames as blocked after three attempts without an answer', async ({
  openReady,
}) => {
  const page = await openReady();
  await silence(page, 100);
  assert.ok((await lookAhead(page)).some(({ code }) => code === 'frame_blocked'));
});

test('[SDK-67] the doctor does not report frames as blocked while a module is shown, and repeats the error of one that failed', async ({
  org,
  openReady,
}) => {
  const page = await openReady();
  const binderId = await org.addBinder('Examined', org.ada);
  await silence(page, 100);
  await page.evaluate(
    `Service.chat({ ...callbacks, iframe: true, tagid4iframe: 'one', binder_id: '${binderId}' })`,
  );
  await frameIn(page, 'one').locator('[data-composer]').waitFor();
  assert.ok(!(await lookAhead(page)).some(({ code }) => /frame_blocked|module_failed/.test(code)));
  await page.evaluate(`Service.chat({ ...callbacks, iframe: true, tagid4iframe: 'one', binder_id: 'B1' })`);
  await expect.poll(async () => (await eventsOf(page, 'error')).length > 0, 'it has failed').toBeTruthy();
  const [first] = (await lookAhead(page)).filter(({ code }) => code === 'module_failed');
  assert.match(first?.sentence ?? '', /^chat failed: there is no binder B1 \(404\)\.$/);
});
