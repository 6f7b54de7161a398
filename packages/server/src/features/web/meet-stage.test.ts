import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import { fakeMedia } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import { openApp, startApp } from './testing/app-page.ts';
import { inspectEverywhere, keep, SCREENS } from './testing/console-page.ts';
import { makeBoard, openDraw, storedOn } from './testing/draw-page.ts';
import { bar, joinByPath, startMeet } from './testing/meet-people.ts';

const app = await startApp({}, fakeMedia);
const { browser, service, fixture } = app;
const { ada, ben, carla } = fixture;

const staged = (page: Page) => page.getByRole('toolbar', { name: 'The page on the stage' });
const control = (page: Page) => page.getByRole('toolbar', { name: 'Remote control' });

async function joinAsGuest(sessionKey: string, host: Page) {
  const { body } = await service.call('POST', `/meets/${sessionKey}/links`, {
    token: ada.token,
    json: {},
  });
  const guest = await browser.newPage({ ...SCREENS['phone, light'] });
  await guest.page.goto(body.data.url);
  await guest.page.getByLabel('Your name').fill('Grace Hopper');
  await guest.page.getByRole('button', { name: 'Join', exact: true }).click();
  await host.getByRole('button', { name: /^People/ }).click();
  await host.getByRole('button', { name: 'Let in Grace Hopper' }).click();
  await bar(guest.page, 'Leave').waitFor();
  await host.getByRole('button', { name: /^People/ }).click();
  return guest;
}

/** Which part of the page is in the middle of what somebody sees, and at what scale: in page units. */
const seen = (page: Page) =>
  page.evaluate<{ x: number; y: number; width: number }>(`(() => {
    const area = document.querySelector('.meet-staged .stage').getBoundingClientRect();
    const sheet = document.querySelector('.meet-staged .stage-page').getBoundingClientRect();
    const scale = sheet.width / 800;
    const middle = { x: area.left + area.width / 2, y: area.top + area.height / 2 };
    return { x: (middle.x - sheet.left) / scale, y: (middle.y - sheet.top) / scale, width: area.width / scale };
  })()`);

test(
  '[STAGE-5] [STAGE-6] a whiteboard of the binder stands before all: drawn on together, seen by a viewer and a guest as its presenter sees it, taken over, kept by a reload',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Loan 4711', ada, [ben, carla]);
    await service.env.db.query(
      `UPDATE binder_members SET role = 'viewer' WHERE binder_id = $1 AND user_id = $2`,
      [binderId, carla.id],
    );
    const board = await makeBoard(service, binderId, ada);
    const { sessionKey, path } = await startMeet(app, binderId);
    const one = await joinByPath(app, path, ada.email);
    const two = await joinByPath(app, path, ben.email);

    await bar(one.page, 'Show a page').click();
    const dialog = one.page.getByRole('dialog', { name: 'Show a page to all' });
    await dialog.getByRole('button', { name: 'Board', exact: true }).waitFor();
    await keep(one.page, 'meet stage choose');
    await dialog.getByRole('button', { name: 'Board', exact: true }).click();
    // Who puts a whiteboard there draws at once; the others see the stroke while it is drawn, and stored.
    await one.page.locator('.draw-surface').waitFor();
    const mine = await openDraw(one.page);
    await staged(two.page).getByText('Shown by Ada Lovelace').waitFor();
    await mine.tool('Pen');
    await mine.drag([100, 100], [300, 220], [500, 120]);
    await until('the stroke is seen', async () => (await two.page.locator('.annotations > g').count()) === 1);
    await staged(two.page).getByRole('button', { name: 'Draw', exact: true }).click();
    await two.page.locator('.draw-surface').waitFor();
    const theirs = await openDraw(two.page);
    await theirs.tool('Pen');
    await theirs.drag([100, 400], [300, 500], [500, 400]);
    await until('both are stored', async () => (await storedOn(service, binderId, board, ada)).length === 2);
    await mine.has(2);
    await inspectEverywhere(one.page, 'meet stage drawing');

    // Whoever comes late sees it at once, and reads it only.
    const three = await joinByPath(app, path, carla.email);
    await until(
      'the strokes are there',
      async () => (await three.page.locator('.annotations > g').count()) === 2,
    );
    assert.equal(await staged(three.page).getByRole('button', { name: 'Draw' }).count(), 0);
    assert.equal(await bar(three.page, 'Show a page').count(), 0);
    const guest = await joinAsGuest(sessionKey, one.page);
    const picture = guest.page.getByRole('img', { name: 'The page that Ada Lovelace shows' });
    await until('the guest sees the picture', async () =>
      picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0),
    );
    await keep(guest.page, 'meet stage guest');
    assert.equal(
      (await guest.page.context().request.get(`${service.base}/${binderId}/pages`)).status(),
      401,
      'nothing else is open to the guest',
    );

    // The others see the part that the presenter has in sight, until they look elsewhere.
    const larger = () => one.page.locator('.draw-zoom').getByRole('button', { name: 'Larger' });
    await larger().click();
    await larger().click();
    const isAlike = async () => {
      const [shown, followed] = [await seen(one.page), await seen(three.page)];
      return Math.abs(shown.x - followed.x) < 30 && Math.abs(shown.y - followed.y) < 30;
    };
    await until('the view is followed', isAlike);
    await three.page.locator('.meet-staged .stage').hover();
    await three.page.mouse.wheel(0, 300);
    const follow = staged(three.page).getByRole('button', { name: 'Follow Ada Lovelace' });
    await follow.waitFor();
    await keep(three.page, 'meet stage looking');
    await follow.click();
    await until('it is followed again', isAlike);

    await one.page.reload();
    await staged(one.page).getByText('Shown by you').waitFor();
    await staged(two.page).getByRole('button', { name: 'Take over' }).click();
    await staged(one.page).getByText('Shown by Ben Okafor').waitFor();
    await guest.page.getByText('Shown by Ben Okafor').waitFor();
    await staged(one.page).getByRole('button', { name: 'Stop showing' }).click();
    for (const { page } of [one, two, three, guest])
      await page.locator('.meet-staged').waitFor({ state: 'detached' });
    // A page that nobody draws on any more is gone from the stage, and its strokes stay in the binder.
    assert.equal((await storedOn(service, binderId, board, ada)).length, 2);
    assert.deepEqual(
      [one, two, three, guest].flatMap(({ errors }) => errors),
      [],
    );
    for (const { page } of [one, two, three, guest]) await page.context().close();
  },
);

/** The channel of the app brings what is in a binder two seconds later. */
const LATE_BINDER = `(() => {
  const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
  Object.defineProperty(WebSocket.prototype, 'onmessage', {
    set(hear) {
      set.call(this, (event) =>
        String(event.data).includes('"type":"snapshot"') ? setTimeout(hear, 2000, event) : hear(event));
    },
  });
})();`;

test(
  '[STAGE-6] whoever is in a meet before the binder is there looks elsewhere, and follows again',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Loan 4712', ada, [ben]);
    await makeBoard(service, binderId, ada);
    const { path } = await startMeet(app, binderId);
    const one = await joinByPath(app, path, ada.email);
    await bar(one.page, 'Show a page').click();
    await one.page.getByRole('dialog').getByRole('button', { name: 'Board', exact: true }).click();
    await one.page.locator('.draw-surface').waitFor();
    const two = await openApp(browser, service, ben.email, { path: '/account' });
    await two.page.addInitScript(LATE_BINDER);
    await two.page.goto(`${service.origin}${path}`);
    await two.page.getByRole('button', { name: 'Join', exact: true }).click();
    await two.page.locator('.meet-staged[aria-busy=true]').waitFor();
    await staged(two.page).getByText('Shown by Ada Lovelace').waitFor();
    await two.page.locator('.meet-staged .stage').hover();
    await two.page.mouse.wheel(0, 300);
    const follow = staged(two.page).getByRole('button', { name: 'Follow Ada Lovelace' });
    await follow.click();
    await staged(two.page).getByRole('button', { name: 'Following Ada Lovelace' }).waitFor();
    for (const { page } of [one, two]) await page.context().close();
  },
);

/** A browser whose captured tab can be scrolled and zoomed. What it was asked for is kept. */
const CAPTURED_SURFACE = `(() => {
  window.asked = [];
  class CaptureController extends EventTarget {
    sendWheel(wheel) { window.asked.push(['wheel', wheel.wheelDeltaY < 0 ? 'down' : 'up']); return Promise.resolve(); }
    increaseZoomLevel() {
      window.asked.push(['zoom']);
      // As of a browser that wants somebody to press a button first.
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

test(
  '[STAGE-7] [SDK-5] [VER-4] by consent another one points, draws, scrolls and zooms what is shared, and it is taken back at once',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Plan', ada, [ben]);
    const { path } = await startMeet(app, binderId);
    const one = await joinByPath(app, path, ada.email);
    const two = await joinByPath(app, path, ben.email, [CAPTURED_SURFACE]);
    await bar(two.page, 'Share screen').click();
    const screen = one.page.locator('.meet-tile[data-place=main][data-source=screen]');
    await screen.waitFor();
    await until('its picture is there', () =>
      screen
        .locator('video')
        .evaluate((video) => (video as unknown as { videoWidth: number }).videoWidth > 0),
    );

    const ask = screen.getByRole('button', { name: 'Ask for control' });
    await ask.click();
    const banner = two.page.locator('.meet-control');
    await banner
      .getByText('Ada Lovelace asks to point and draw on what you show, and to scroll and zoom it.')
      .waitFor();
    await keep(two.page, 'meet control asked');
    await banner.getByRole('button', { name: 'Refuse' }).click();
    await one.page.getByText('Ben Okafor does not give control.').filter({ visible: true }).waitFor();
    await ask.click();
    await banner.getByRole('button', { name: 'Allow' }).click();
    await control(one.page).waitFor();

    const surface = one.page.locator('.meet-remote-surface');
    const box = await until('the picture has its place', async () => {
      const found = await surface.boundingBox();
      return found && found.width > 100 ? found : undefined;
    });
    const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
    await one.page.mouse.move(...at(0.25, 0.5), { steps: 4 });
    // The presenter sees where, over what is shared.
    const pointer = two.page.locator('.meet-marks .draw-pointer', { hasText: 'Ada Lovelace' });
    await becomes(
      () =>
        pointer.evaluate((each) =>
          Math.round(Number.parseFloat((each as unknown as { style: { left: string } }).style.left)),
        ),
      25,
    );
    await control(one.page).getByRole('button', { name: 'Draw' }).click();
    await one.page.mouse.move(...at(0.3, 0.3));
    await one.page.mouse.down();
    await one.page.mouse.move(...at(0.6, 0.6), { steps: 8 });
    await one.page.mouse.up();
    await two.page.locator('.meet-marks polyline').waitFor({ state: 'attached' });
    await control(one.page).getByRole('button', { name: 'Clear' }).click();
    await two.page.locator('.meet-marks polyline').waitFor({ state: 'detached' });
    await one.page.mouse.move(...at(0.5, 0.5));
    await one.page.mouse.wheel(0, 120);
    const asked = () => two.page.evaluate<string[][]>('window.asked');
    await until('the tab is scrolled', async () =>
      (await asked()).some((each) => each.join() === 'wheel,down'),
    );
    // Where the browser wants a press of a button for it, the presenter is given one.
    await control(one.page).getByRole('button', { name: 'Zoom in' }).click();
    const press = banner.getByRole('button', { name: 'Ada Lovelace wants to: Zoom in' });
    await press.waitFor();
    await keep(two.page, 'meet control zoom');
    await press.click();
    await press.waitFor({ state: 'detached' });
    assert.equal((await asked()).filter(([kind]) => kind === 'zoom').length, 2);

    await banner.getByRole('button', { name: 'Stop control' }).click();
    await control(one.page).waitFor({ state: 'detached' });
    await pointer.waitFor({ state: 'detached' });
    await ask.waitFor();
    assert.deepEqual(
      [one, two].flatMap(({ errors }) => errors),
      [],
    );
    for (const { page } of [one, two]) await page.context().close();
  },
);
