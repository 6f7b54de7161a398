import assert from 'node:assert/strict';
import { expect, saveScreenshot, test } from '@ringbinder/testkit/playwright/index.ts';
import { makeBoard, openDraw, type Point, storedOn } from '../support/draw-page.ts';

test('[DRAW-7] a finger draws until a pen is used, a palm never draws, two fingers zoom, and a pen draws by its pressure', async ({
  app,
  org,
  service,
}) => {
  const id = await org.addBinder('Tablet', org.ada);
  const board = await makeBoard(service, id, org.ada);
  const page = await app.open(org.ada, {
    path: `/b/${id}/pages/${board}`,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  await page.getByRole('button', { name: 'Draw', exact: true }).waitFor();
  await saveScreenshot(page, 'whiteboard-phone');
  const draw = await openDraw(page);
  const stored = () => storedOn(service, id, board, org.ada);
  await draw.tool('Pen');
  const devtools = await page.context().newCDPSession(page);
  const touch = async (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: readonly Point[],
    radius = 8,
  ) => {
    const places = await Promise.all(points.map(draw.at));
    const touchPoints = places.map((at, id) => ({ ...at, id, radiusX: radius, radiusY: radius }));
    await devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  const swipe = async (from: Point, to: Point, radius?: number) => {
    await touch('touchStart', [from], radius);
    for (let step = 1; step <= 5; step++)
      await touch(
        'touchMove',
        [[from[0] + ((to[0] - from[0]) * step) / 5, from[1] + ((to[1] - from[1]) * step) / 5]],
        radius,
      );
    await touch('touchEnd', []);
  };
  await swipe([100, 100], [400, 200]);
  await draw.has(1);

  await test.step('a palm, and a second finger', async () => {
    await swipe([100, 300], [400, 400], 60);
    await touch('touchStart', [[100, 200]]);
    await touch('touchMove', [[200, 250]]);
    await page.locator('.draw-live path').waitFor();
    const surface = page.locator('.draw-surface');
    const before = await surface.boundingBox();
    assert.ok(before);
    await touch('touchStart', [
      [200, 250],
      [400, 250],
    ]);
    await page.locator('.draw-live path').waitFor({ state: 'detached' });
    await touch('touchMove', [
      [100, 250],
      [600, 250],
    ]);
    await expect
      .poll(async () => (await surface.boundingBox())?.width ?? 0)
      .toBeGreaterThan(before.width * 1.2);
    await touch('touchEnd', []);
    assert.equal(await draw.count(), 1, 'neither the palm nor the pinch has drawn');
  });

  await test.step('a pen', async () => {
    const pen = async (
      type: 'mousePressed' | 'mouseMoved' | 'mouseReleased',
      point: Point,
      force: number,
    ) => {
      const at = await draw.at(point);
      const state = type === 'mouseMoved' ? { buttons: 1 } : { clickCount: 1 };
      const event = { type, ...at, force, pointerType: 'pen', button: 'left', ...state } as const;
      await devtools.send('Input.dispatchMouseEvent', event);
    };
    await pen('mousePressed', [250, 300], 0.2);
    await pen('mouseMoved', [300, 320], 0.9);
    await pen('mouseMoved', [350, 300], 0.4);
    await pen('mouseReleased', [350, 300], 0);
    await draw.has(2);
    await expect.poll(async () => (await stored()).length).toBe(2);
    const stroke = (await stored())[1]?.svg_tag ?? '';
    const pressures = [...(/points&#34;:&#34;([^&]+)/.exec(stroke)?.[1]?.matchAll(/,(\d+)(?= |$)/g) ?? [])];
    assert.ok(pressures.length > 1, stroke);
    await swipe([250, 200], [350, 300]);
    await page.keyboard.press('l');
    assert.equal(await draw.count(), 2, 'after a pen, fingers move the page');
  });
});

test('[DRAW-7] on a turned phone, all tools are inside the window', async ({ app, org, service }) => {
  const id = await org.addBinder('Turned', org.ada);
  const board = await makeBoard(service, id, org.ada);
  const page = await app.open(org.ada, {
    path: `/b/${id}/pages/${board}`,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 844, height: 390 },
  });
  await openDraw(page);
  for (const tool of await page.locator('.draw-tools .tool').all())
    await expect(tool).toBeInViewport({ ratio: 1 });
});
