import assert from 'node:assert/strict';
import { expect, saveScreenshot, test } from '@ringbinder/testkit/playwright/index.ts';

test('[DRAW-1] the menu of stamps moves nothing on the page', async ({ app, org, service }) => {
  const { ada } = org;
  const id = await org.addBinder('Stamps', ada);
  const json = { type: 'whiteboard', name: 'Board', width: 800, height: 600 };
  const { body } = await service.call('POST', `/${id}/pages`, { token: ada.token, json });
  const page = await app.open(ada, { path: `/b/${id}/pages/${body.data.page_id}` });
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  const place = () => page.locator('.draw-surface').boundingBox();
  await page.locator('.draw-surface').waitFor();
  await page.evaluate('document.fonts.ready');
  let before = await place();
  await expect
    .poll(async () => {
      const last = before;
      before = await place();
      return before?.y === last?.y && before?.height === last?.height;
    })
    .toBe(true);
  await page.getByRole('button', { name: 'Stamp', exact: true }).click();
  const menu = page.getByRole('menu');
  await menu.waitFor();
  assert.deepEqual(await place(), before);
  const [opened, window] = [await menu.boundingBox(), page.viewportSize()];
  assert.ok(
    opened && window && opened.x >= 0 && opened.x + opened.width <= window.width,
    JSON.stringify(opened),
  );
  await saveScreenshot(page, 'draw-stamps');
});
