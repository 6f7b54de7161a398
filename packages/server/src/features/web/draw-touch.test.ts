import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestService, until } from '@ringbinder/testkit';
import { testBrowser } from '@ringbinder/testkit/browser.ts';
import { type AppFixture, createAppFixture, openApp } from './testing/app-page.ts';
import { keep } from './testing/console-page.ts';
import { type At, makeBoard, openDraw, storedOn } from './testing/draw-page.ts';
import { buildPages } from './testing/fixture.ts';

let service: TestService;
let fixture: AppFixture;
const browser = testBrowser();
before(async () => {
  buildPages();
  service = await startService();
  fixture = await createAppFixture(service);
});
after(async () => {
  await browser.close();
  await service.close();
});

test(
  '[DRAW-7] a finger draws until a pen was used; a palm draws never; two fingers zoom; a pen draws by its pressure',
  browser.needed,
  async () => {
    const { ada } = fixture;
    const id = await fixture.addBinder('Tablet', ada);
    const board = await makeBoard(service, id, ada);
    const { page, errors } = await openApp(browser, service, ada.email, {
      path: `/b/${id}/pages/${board}`,
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    await page.getByRole('button', { name: 'Draw', exact: true }).waitFor();
    await keep(page, 'whiteboard-phone');
    const draw = await openDraw(page);
    await draw.tool('Pen');
    const devtools = await page.context().newCDPSession(page);
    const touch = async (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      points: readonly At[],
      radius = 8,
    ) => {
      const touchPoints = await Promise.all(
        points.map(async (point, index) => ({
          ...(await draw.at(point)),
          id: index,
          radiusX: radius,
          radiusY: radius,
        })),
      );
      await devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    const swipe = async (from: At, to: At, radius?: number) => {
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
    await swipe([100, 300], [400, 400], 60);

    await touch('touchStart', [[100, 200]]);
    await touch('touchMove', [[200, 250]]);
    await page.locator('.draw-live path').waitFor();
    const before = await page.locator('.draw-surface').boundingBox();
    await touch('touchStart', [
      [200, 250],
      [400, 250],
    ]);
    await page.locator('.draw-live path').waitFor({ state: 'detached' });
    await touch('touchMove', [
      [100, 250],
      [600, 250],
    ]);
    await until('two fingers zoom', async () => {
      const now = await page.locator('.draw-surface').boundingBox();
      return (now?.width ?? 0) > (before?.width ?? 0) * 1.2;
    });
    await touch('touchEnd', []);
    assert.equal(await draw.count(), 1, 'neither the palm nor the pinch has drawn');

    const pen = async (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', point: At, force: number) => {
      const at = await draw.at(point);
      const held = type === 'mouseMoved' ? { buttons: 1 } : { clickCount: 1 };
      await devtools.send('Input.dispatchMouseEvent', {
        type,
        ...at,
        force,
        pointerType: 'pen',
        button: 'left',
        ...held,
      });
    };
    await pen('mousePressed', [250, 300], 0.2);
    await pen('mouseMoved', [300, 320], 0.9);
    await pen('mouseMoved', [350, 300], 0.4);
    await pen('mouseReleased', [350, 300], 0);
    await draw.has(2);
    const [, stroke] = await until('it is stored', async () => {
      const stored = await storedOn(service, id, board, ada);
      return stored.length === 2 ? stored : undefined;
    });
    const pressures = [
      ...(/points&#34;:&#34;([^&]+)/.exec(stroke?.svg_tag ?? '')?.[1]?.matchAll(/,(\d+)(?= |$)/g) ?? []),
    ];
    assert.ok(pressures.length > 1, stroke?.svg_tag);
    await swipe([250, 200], [350, 300]);
    await page.keyboard.press('l');
    assert.equal(await draw.count(), 2, 'fingers move the page beside a pen');
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);
