import assert from 'node:assert/strict';
import { expect, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { kindsOf, makeBoard, openBoard, openDraw, storedOn } from '../support/draw-page.ts';

test('[DRAW-9] when two people change one shape the last change wins, and an erased shape does not come back', async ({
  app,
}) => {
  const { mine, theirs, stored } = await openBoard(app, 'Both');
  await mine.tool('Rectangle');
  await mine.press('Filled');
  await mine.drag([100, 100], [300, 250]);
  await theirs.has(1);
  await theirs.select([200, 180]);
  const colour = (page: Page) => page.locator('.annotations rect').getAttribute('stroke');
  const live = mine.page.locator('.draw-live > *');
  for (const [one, other] of [
    ['Red', 'Blue'],
    ['Green', 'Violet'],
    ['Orange', 'Black'],
  ] as const) {
    await Promise.all([mine.press(one), theirs.press(other)]);
    await expect
      .poll(async () => {
        const [left, right] = await Promise.all([colour(mine.page), colour(theirs.page)]);
        const [only] = await stored();
        const isSettled = (await live.count()) === 0;
        return isSettled && left === right && only?.svg_tag.includes(`stroke="${left}"`);
      }, 'both pages show the stored colour')
      .toBe(true);
  }

  await test.step('one person moves the shape while the other erases it', async () => {
    await mine.hold([200, 180], [400, 300], 3);
    await theirs.page.locator('.draw-surface').focus();
    await theirs.page.keyboard.press('Delete');
    await expect.poll(async () => (await stored()).length).toBe(0);
    await mine.page.locator('.draw-frame').waitFor({ state: 'detached' });
    await mine.page.mouse.up();
    await expect(live).toHaveCount(0);
    await mine.tool('Line');
    await mine.drag([100, 400], [300, 400]);
    await theirs.has(1);
    assert.equal((await stored()).length, 1, 'the rectangle did not come back');
  });
});

test('[DRAW-10] shapes drawn offline are shown at once and sent later, also by the next visit to another part of the app', async ({
  app,
  service,
}) => {
  app.allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const { mine, theirs, stored, path } = await openBoard(app, 'Away');
  const { page } = mine;
  const context = page.context();
  await context.setOffline(true);
  await mine.tool('Line');
  await mine.drag([100, 100], [300, 100]);
  await mine.has(1);
  await mine.tool('Arrow');
  await mine.drag([100, 200], [300, 200]);
  await mine.has(2);
  assert.equal((await stored()).length, 0);
  await mine.press('Done');
  await page.locator('.draw').waitFor({ state: 'detached' });
  await mine.has(2);
  await page.close();
  await context.setOffline(false);

  const next = await context.newPage();
  await next.goto(`${service.origin}/`);
  await theirs.has(2);
  assert.deepEqual(kindsOf(await stored()), ['line', 'arrow'], 'in the order of drawing');
  await next.goto(`${service.origin}${path}`);
  const again = await openDraw(next);
  await again.has(2);
  await context.setOffline(true);
  await again.tool('Ellipse');
  await again.drag([100, 300], [300, 400]);
  await again.has(3);
  await context.setOffline(false);
  await theirs.has(3);
  const waiting = 'Object.keys(localStorage).filter((key) => key.startsWith("draw ")).length';
  await expect.poll(() => next.evaluate(waiting)).toBe(0);
});

test('[DRAW-10] erasing, undoing and redoing during a save erases once, for both people', async ({ app }) => {
  const { mine, theirs, stored } = await openBoard(app, 'Again');
  const { page } = mine;
  await mine.tool('Rectangle');
  await mine.press('Filled');
  await mine.drag([100, 100], [300, 250]);
  await theirs.has(1);
  await mine.select([200, 180]);
  const calls: string[] = [];
  const { promise: isRedone, resolve } = Promise.withResolvers<void>();
  await page.route('**/annotations/*', async (route) => {
    calls.push(route.request().method());
    await isRedone;
    await route.continue();
  });
  await page.locator('.draw-surface').focus();
  for (const keys of ['Delete', 'Control+z', 'Shift+Control+z']) await page.keyboard.press(keys);
  resolve();
  await theirs.has(0);
  for (const { page: each } of [mine, theirs]) {
    await each.reload();
    await (await openDraw(each)).has(0);
  }
  assert.deepEqual([calls, await stored()], [['DELETE'], []]);
});

test('[DRAW-11] a person who may only read changes nothing', async ({ app, org, service }) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Read only', ada, [ben]);
  const board = await makeBoard(service, id, ada);
  const page = await app.open(ben, { path: `/b/${id}/pages/${board}` });
  const draw = await openDraw(page);
  await draw.tool('Ellipse');
  await draw.drag([100, 300], [300, 400]);
  await draw.has(1);
  const stored = () => storedOn(service, id, board, ada);
  await expect.poll(async () => (await stored()).length).toBe(1);
  const before = await stored();
  const { status } = await service.call('POST', `/${id}/users/${ben.id}`, {
    token: ada.token,
    json: { type: 'BOARD_READ_ONLY' },
  });
  assert.equal(status, 200);
  await page.getByRole('button', { name: 'Pen', exact: true }).waitFor({ state: 'detached' });
  await draw.drag([200, 300], [260, 500]);
  await page.keyboard.press('Delete');
  await page.keyboard.press('p');
  await draw.drag([400, 100], [500, 200]);
  assert.equal(await draw.count(), 1);
  assert.deepEqual(await stored(), before);
  await draw.press('Done');
  await page.locator('.annotations ellipse').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Draw', exact: true }).count(), 0);
});
