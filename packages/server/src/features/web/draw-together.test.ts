import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { startApp } from './testing/app-page.ts';
import { kindsOf, openBoard, openDraw } from './testing/draw-page.ts';

const app = await startApp();
const { browser, service, fixture } = app;

test(
  '[DRAW-9] of two who change one shape the last wins, and both see the same; what was erased does not come back',
  browser.needed,
  async () => {
    const { mine, theirs, stored } = await openBoard(app, 'Both');
    await mine.tool('Rectangle');
    await mine.page.getByRole('button', { name: 'Filled' }).click();
    await mine.drag([100, 100], [300, 250]);
    await theirs.has(1);
    await theirs.select([200, 180]);
    const colour = (page: Page) => page.locator('.annotations rect').getAttribute('stroke');
    const both = [mine.page, theirs.page] as const;
    for (const [one, other] of [
      ['Red', 'Blue'],
      ['Green', 'Violet'],
      ['Orange', 'Black'],
    ] as const) {
      await Promise.all([
        mine.page.getByRole('button', { name: one, exact: true }).click(),
        theirs.page.getByRole('button', { name: other, exact: true }).click(),
      ]);
      await until('both show what is stored', async () => {
        const [left, right] = await Promise.all(both.map(colour));
        const [only] = await stored();
        const isSettled = (await mine.page.locator('.draw-live > *').count()) === 0;
        return isSettled && left === right && only?.svg_tag.includes(`stroke="${left}"`);
      });
    }
    // One moves it while the other erases it.
    const [from, to] = [await mine.at([200, 180]), await mine.at([400, 300])];
    await mine.page.mouse.move(from.x, from.y);
    await mine.page.mouse.down();
    await mine.page.mouse.move(to.x, to.y, { steps: 3 });
    await theirs.page.locator('.draw-surface').focus();
    await theirs.page.keyboard.press('Delete');
    await until('it is erased', async () => (await stored()).length === 0);
    // Whoever holds it learns of that, too.
    await mine.page.locator('.draw-frame').waitFor({ state: 'detached' });
    await mine.page.mouse.up();
    await becomes(() => mine.page.locator('.draw-live > *').count(), 0);
    await mine.tool('Line');
    await mine.drag([100, 400], [300, 400]);
    await theirs.has(1);
    assert.equal((await stored()).length, 1, 'the rectangle did not come back');
    for (const page of both) await page.context().close();
  },
);

test(
  '[DRAW-10] [DRAW-11] what is drawn without a connection is sent later, by another visit too; readers change nothing',
  browser.needed,
  async () => {
    const { mine, theirs, stored, id, path } = await openBoard(app, 'Away');
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
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('.draw').waitFor({ state: 'detached' });
    await becomes(() => page.locator('.annotations > g').count(), 2, 'the viewer shows them');
    await page.close();
    await context.setOffline(false);
    // Any part of the app will do.
    const next = await context.newPage();
    await next.goto(`${service.origin}/`);
    await theirs.has(2);
    assert.deepEqual(kindsOf(await stored()), ['line', 'arrow'], 'in the order in which they were drawn');
    await next.goto(`${service.origin}${path}`);
    const again = await openDraw(next);
    await again.has(2);
    await context.setOffline(true);
    await again.tool('Ellipse');
    await again.drag([100, 300], [300, 400]);
    await again.has(3);
    await context.setOffline(false);
    await theirs.has(3);
    assert.equal(
      await next.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("draw ")).length'),
      0,
    );

    const { ada, ben } = fixture;
    const demoted = await service.call('POST', `/${id}/users/${ben.id}`, {
      token: ada.token,
      json: { type: 'BOARD_READ_ONLY' },
    });
    assert.equal(demoted.status, 200);
    await theirs.page.getByRole('button', { name: 'Pen', exact: true }).waitFor({ state: 'detached' });
    await theirs.drag([200, 300], [260, 500]);
    await theirs.page.keyboard.press('Delete');
    await theirs.page.keyboard.press('p');
    await theirs.drag([400, 100], [500, 200]);
    assert.equal(await theirs.count(), 3);
    assert.equal((await stored()).length, 3);
    await theirs.page.getByRole('button', { name: 'Done' }).click();
    await theirs.page.locator('.annotations ellipse').waitFor();
    assert.equal(await theirs.page.getByRole('button', { name: 'Draw', exact: true }).count(), 0);
    await context.close();
    await theirs.page.context().close();
  },
);
