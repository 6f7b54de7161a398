import assert from 'node:assert/strict';
import { until } from '@ringbinder/testkit';
import { expect, type Page, saveScreenshot, test } from '@ringbinder/testkit/playwright/index.ts';
import { hasPicture, joinByPath, meetButton, startMeet } from '../support/meet-people.ts';

const control = (page: Page) => page.getByRole('toolbar', { name: 'Remote control' });

const CAPTURED_SURFACE = `(() => {
  window.asked = [];
  class CaptureController extends EventTarget {
    sendWheel(wheel) { window.asked.push(['wheel', wheel.wheelDeltaY < 0 ? 'down' : 'up']); return Promise.resolve(); }
    increaseZoomLevel() {
      window.asked.push(['zoom']);
      // Like a browser that requires the press of a button first.
      const isFirst = window.asked.filter(([kind]) => kind === 'zoom').length === 1;
      return isFirst ? Promise.reject(new DOMException('', 'InvalidStateError')) : Promise.resolve();
    }
  }
  window.CaptureController = CaptureController;
  const capture = navigator.mediaDevices.getDisplayMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getDisplayMedia = async ({ controller, ...options }) => {
    const stream = await capture(options);
    const [track] = stream.getVideoTracks();
    const settings = track.getSettings.bind(track);
    track.getSettings = () => ({ ...settings(), displaySurface: 'browser' });
    return stream;
  };
})()`;

test('[STAGE-7] [SDK-5] [VER-4] [WCAG-13] with consent a viewer points at, draws on, scrolls and zooms a shared screen, until the presenter stops it', {
  tag: '@slow',
}, async ({ app, org }) => {
  const binderId = await org.addBinder('Plan', org.ada, [org.ben]);
  const { path } = await startMeet(app, binderId);
  const [one, two] = await Promise.all([
    joinByPath(app, path, org.ada),
    joinByPath(app, path, org.ben, [CAPTURED_SURFACE]),
  ]);
  await meetButton(two, 'Share screen').click();
  const screen = one.locator('.meet-tile[data-place=main][data-source=screen]');
  await screen.waitFor();
  await hasPicture(screen.locator('video'));
  const requestButton = screen.getByRole('button', { name: 'Request control' });
  const banner = two.locator('.meet-control');
  const pointer = two.locator('.meet-marks .draw-pointer', { hasText: 'Ada Lovelace' });

  await test.step('the presenter refuses, and then allows', async () => {
    await requestButton.click();
    await banner
      .getByText('Ada Lovelace wants to point and draw on what you are showing, and to scroll and zoom it.')
      .waitFor();
    await saveScreenshot(two, 'meet control asked');
    await banner.getByRole('button', { name: 'Deny' }).click();
    await one.getByText('Ben Okafor declined your request for control.').filter({ visible: true }).waitFor();
    await requestButton.click();
    await banner.getByRole('button', { name: 'Allow' }).click();
    await control(one).waitFor();
  });

  const surface = one.locator('.meet-remote-surface');
  const box = await until('the picture has its place', async () => {
    const surfaceBox = await surface.boundingBox();
    return surfaceBox && surfaceBox.width > 100 ? surfaceBox : undefined;
  });
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;

  await test.step('the presenter sees the pointer and the lines over the shared screen', async () => {
    await one.mouse.move(...at(0.25, 0.5), { steps: 4 });
    await expect
      .poll(() =>
        pointer.evaluate((each) =>
          Math.round(Number.parseFloat((each as unknown as { style: { left: string } }).style.left)),
        ),
      )
      .toBe(25);
    await control(one).getByRole('button', { name: 'Draw' }).click();
    await one.mouse.move(...at(0.3, 0.3));
    await one.mouse.down();
    await one.mouse.move(...at(0.6, 0.6), { steps: 8 });
    await one.mouse.up();
    await two.locator('.meet-marks polyline').waitFor({ state: 'attached' });
    await control(one).getByRole('button', { name: 'Clear' }).click();
    await two.locator('.meet-marks polyline').waitFor({ state: 'detached' });
  });

  await test.step('the tab scrolls, and zooms after the press that the browser requires', async () => {
    await one.mouse.move(...at(0.5, 0.5));
    await one.mouse.wheel(0, 120);
    const asked = () => two.evaluate<string[][]>('window.asked');
    await expect.poll(asked).toContainEqual(['wheel', 'down']);
    await surface.focus();
    await one.keyboard.press('PageUp');
    await expect.poll(asked).toContainEqual(['wheel', 'up']);
    await control(one).getByRole('button', { name: 'Zoom in' }).click();
    const press = banner.getByRole('button', { name: 'Ada Lovelace wants to: Zoom in' });
    await press.waitFor();
    await saveScreenshot(two, 'meet control zoom');
    await press.click();
    await press.waitFor({ state: 'detached' });
    assert.equal((await asked()).filter(([kind]) => kind === 'zoom').length, 2);
  });

  await test.step('the presenter stops it', async () => {
    await banner.getByRole('button', { name: 'Stop control' }).click();
    await control(one).waitFor({ state: 'detached' });
    await pointer.waitFor({ state: 'detached' });
    await requestButton.waitFor();
  });
});
