import assert from 'node:assert/strict';
import {
  expect,
  inspectEverywhere,
  type Page,
  SCREENS,
  saveScreenshot,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { makeBoard, openDraw, storedOn } from '../support/draw-page.ts';
import { joinByPath, meetButton, startMeet } from '../support/meet-people.ts';
import { SMALL_MEDIA } from '../support/small-media.ts';

const staged = (page: Page) => page.getByRole('toolbar', { name: 'Shared page' });
const strokes = (page: Page) => page.locator('.annotations > g');
const chooseBoard = async (page: Page) => {
  await meetButton(page, 'Show a page').click();
  const dialog = page.getByRole('dialog', { name: 'Show a page to everyone' });
  await dialog.getByRole('button', { name: 'Board', exact: true }).waitFor();
  await saveScreenshot(page, 'meet stage choose');
  await dialog.getByRole('button', { name: 'Board', exact: true }).click();
  await page.locator('.draw-surface').waitFor();
};

interface View {
  x: number;
  y: number;
}

const middleOf = (page: Page) =>
  page.evaluate<View>(`(() => {
    const area = document.querySelector('.meet-staged .stage').getBoundingClientRect();
    const sheet = document.querySelector('.meet-staged .stage-page').getBoundingClientRect();
    const scale = sheet.width / 800;
    return {
      x: (area.left + area.width / 2 - sheet.left) / scale,
      y: (area.top + area.height / 2 - sheet.top) / scale,
    };
  })()`);

test('[STAGE-5] [STAGE-6] members draw together on a whiteboard on the stage, while a viewer and a guest see the presenter’s view', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  test.slow();
  const { ada, ben, carla } = org;
  const binderId = await org.addBinder('Loan 4711', ada, [ben, carla]);
  await service.env.db.query(
    `UPDATE binder_members SET role = 'viewer' WHERE binder_id = $1 AND user_id = $2`,
    [binderId, carla.id],
  );
  const board = await makeBoard(service, binderId, ada);
  const { sessionKey, path } = await startMeet(app, binderId);
  const [one, two] = await Promise.all([joinByPath(app, path, ada), joinByPath(app, path, ben)]);
  const stored = () => storedOn(service, binderId, board, ada);

  await test.step('who shows the whiteboard draws at once, and the others see the strokes', async () => {
    await chooseBoard(one);
    const mine = await openDraw(one);
    await staged(two).getByText('Shown by Ada Lovelace').waitFor();
    await mine.tool('Pen');
    await mine.drag([100, 100], [300, 220], [500, 120]);
    await expect(strokes(two)).toHaveCount(1);
    await staged(two).getByRole('button', { name: 'Draw', exact: true }).click();
    const theirs = await openDraw(two);
    await theirs.tool('Pen');
    await theirs.drag([100, 400], [300, 500], [500, 400]);
    await expect.poll(async () => (await stored()).length).toBe(2);
    await mine.has(2);
    await inspectEverywhere(one, 'meet stage drawing');
  });

  const three = await joinByPath(app, path, carla);
  const guest = await joinAsGuest();
  async function joinAsGuest() {
    const links = `/meets/${sessionKey}/links`;
    const { body } = await service.call('POST', links, { token: ada.token, json: {} });
    const page = await app.newPage({ ...SCREENS['phone, light'] });
    await page.addInitScript(SMALL_MEDIA);
    await page.goto(body.data.url);
    await page.getByLabel('Your name').fill('Grace Hopper');
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await one.getByRole('button', { name: /^People/ }).click();
    await one.getByRole('button', { name: 'Let in Grace Hopper' }).click();
    await meetButton(page, 'Leave').waitFor();
    await one.getByRole('button', { name: /^People/ }).click();
    return page;
  }

  await test.step('a viewer who joins late sees the strokes, and only reads', async () => {
    await expect(strokes(three)).toHaveCount(2);
    await expect(staged(three).getByRole('button', { name: 'Draw' })).toHaveCount(0);
    await expect(meetButton(three, 'Show a page')).toHaveCount(0);
  });

  await test.step('a guest sees a picture of the page, and nothing else is open to them', async () => {
    const picture = guest.getByRole('img', { name: 'The page that Ada Lovelace is showing' });
    await expect
      .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0);
    await saveScreenshot(guest, 'meet stage guest');
    assert.equal((await guest.context().request.get(`${service.base}/${binderId}/pages`)).status(), 401);
  });

  await test.step('the others follow the presenter’s view until they look elsewhere', async () => {
    const larger = one.locator('.draw-zoom').getByRole('button', { name: 'Zoom in' });
    await larger.click();
    await larger.click();
    const isFollowed = async () => {
      const [presented, followed] = [await middleOf(one), await middleOf(three)];
      return Math.abs(presented.x - followed.x) < 30 && Math.abs(presented.y - followed.y) < 30;
    };
    await expect.poll(isFollowed, 'the view is followed').toBe(true);
    await three.locator('.meet-staged .stage').hover();
    await three.mouse.wheel(0, 300);
    const follow = staged(three).getByRole('button', { name: 'Follow Ada Lovelace' });
    await follow.waitFor();
    await saveScreenshot(three, 'meet stage looking');
    await follow.click();
    await expect.poll(isFollowed, 'it is followed again').toBe(true);
  });

  await test.step('the stage survives a reload, another presenter takes over, and the first one ends it', async () => {
    await one.reload();
    await staged(one).getByText('Shown by you').waitFor();
    await staged(two).getByRole('button', { name: 'Take over' }).click();
    await staged(one).getByText('Shown by Ben Okafor').waitFor();
    await guest.getByText('Shown by Ben Okafor').waitFor();
    await staged(one).getByRole('button', { name: 'Stop showing' }).click();
    for (const page of [one, two, three, guest])
      await page.locator('.meet-staged').waitFor({ state: 'detached' });
    assert.equal((await stored()).length, 2, 'the strokes stay in the binder');
  });
});

const LATE_BINDER = `(() => {
  const arrival = new Promise((resolve) => { window.letBinderArrive = resolve; });
  const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
  Object.defineProperty(WebSocket.prototype, 'onmessage', {
    set(hear) {
      set.call(this, (event) =>
        String(event.data).includes('"type":"snapshot"') ? arrival.then(() => hear(event)) : hear(event));
    },
  });
})();`;

test('[STAGE-6] a page whose binder arrives after the meet looks elsewhere, and follows again', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  const { ada, ben } = org;
  const binderId = await org.addBinder('Loan 4712', ada, [ben]);
  await makeBoard(service, binderId, ada);
  const { path } = await startMeet(app, binderId);
  const one = await joinByPath(app, path, ada);
  await chooseBoard(one);
  const two = await app.open(ben, { path, scripts: [SMALL_MEDIA, LATE_BINDER] });
  await two.getByRole('button', { name: 'Join', exact: true }).click();
  await two.locator('.meet-staged[aria-busy=true]').waitFor();
  await two.evaluate('letBinderArrive()');
  await staged(two).getByText('Shown by Ada Lovelace').waitFor();
  await two.locator('.meet-staged .stage').hover();
  await two.mouse.wheel(0, 300);
  await staged(two).getByRole('button', { name: 'Follow Ada Lovelace' }).click();
  await staged(two).getByRole('button', { name: 'Following Ada Lovelace' }).waitFor();
});
