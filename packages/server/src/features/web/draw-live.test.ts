import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { startApp } from './testing/app-page.ts';
import { type At, openBoard, openDraw } from './testing/draw-page.ts';

const app = await startApp();
const { browser } = app;

const strokes = (page: Page) => page.locator('.draw-live [data-stroke]');

/** The times at which a stroke begins here, and those at which one is first seen there, in ms since 1970. */
async function watchLatency(mine: Page, theirs: Page) {
  await mine.evaluate(`{
    window.begun = [];
    document.querySelector('.draw-surface').addEventListener('pointerdown', () => window.begun.push(Date.now()), true);
  }`);
  await theirs.evaluate(`{
    window.seen = [];
    const known = new Set();
    new MutationObserver(() => {
      for (const { dataset } of document.querySelectorAll('.draw-live [data-stroke]'))
        if (!known.has(dataset.stroke)) { known.add(dataset.stroke); window.seen.push(Date.now()); }
    }).observe(document.querySelector('.draw-live'), { childList: true, subtree: true });
  }`);
  return async () => {
    const begun = await mine.evaluate<number[]>('window.begun');
    const seen = await theirs.evaluate<number[]>('window.seen');
    assert.equal(seen.length, begun.length, 'each was seen');
    return seen.map((at, index) => at - (begun[index] ?? 0));
  };
}

/** What the machine takes at this moment for the least that there is: an answer of the server, and the next frame. */
const leastOf = (page: Page) =>
  page.evaluate<number>(`(async () => {
    const begun = performance.now();
    await (await fetch('/healthz')).text();
    await new Promise(requestAnimationFrame);
    return performance.now() - begun;
  })()`);
const medianOf = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

test(
  '[DRAW-8] a stroke is seen while it is drawn, with the name of who draws; one that is given up leaves no ghost',
  browser.needed,
  async (t) => {
    const { mine, theirs } = await openBoard(app, 'Live');
    const { page } = mine;
    await mine.tool('Pen');
    const latencies = await watchLatency(page, theirs.page);
    const least: number[] = [];
    const begin = async () => {
      const [from, to] = [await mine.at([100, 100]), await mine.at([300, 200])];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 5 });
      await strokes(theirs.page).waitFor();
    };
    for (let round = 0; round < 9; round++) {
      await begin();
      assert.equal(await theirs.count(), 0, 'it is no annotation yet');
      await page.keyboard.press('Escape');
      await strokes(theirs.page).waitFor({ state: 'detached' });
      await page.mouse.up();
      least.push(await leastOf(theirs.page));
    }
    const [took, machine] = [medianOf(await latencies()), medianOf(least)];
    t.diagnostic(
      `seen after ${await latencies()} ms; the machine takes ${least.map(Math.round)} ms for nothing`,
    );
    // A machine that does other things, too, is slower in all.
    assert.ok(took <= Math.max(100, 4 * machine), `${took} ms, where nothing takes ${machine}`);
    await theirs.page.locator('.draw-pointer').getByText('Ada Lovelace').waitFor();

    await begin();
    await page.mouse.up();
    await theirs.has(1);
    await strokes(theirs.page).waitFor({ state: 'detached' });
    // Whoever leaves Draw right after a stroke sees it all the time.
    await page.evaluate(`{
      window.counts = [];
      const look = () => {
        window.counts.push(document.querySelectorAll('.annotations > g, .draw-live > path').length);
        requestAnimationFrame(look);
      };
      look();
    }`);
    await mine.drag([100, 300], [300, 400]);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('.draw').waitFor({ state: 'detached' });
    await theirs.has(2);
    await becomes(() => page.locator('.annotations > g').count(), 2);
    const counts = (await page.evaluate<number[]>('window.counts')).filter((count) => count > 0);
    assert.deepEqual(
      counts.slice(counts.indexOf(2)).filter((count) => count < 2),
      [],
    );

    await openDraw(page);
    await mine.tool('Pen');
    await begin();
    await page.context().close();
    await strokes(theirs.page).waitFor({ state: 'detached' });
    await theirs.page.locator('.draw-pointer').waitFor({ state: 'detached' });
    assert.equal(await theirs.count(), 2);
    await theirs.page.context().close();
  },
);

test(
  '[DRAW-8] what is moved, resized, written and marked is seen while it goes on, and nothing of it stays when it is given up',
  browser.needed,
  async () => {
    const { mine, theirs, stored } = await openBoard(app, 'Held');
    const { page } = mine;
    const hold = async (...points: [At, At]) => {
      const [from, to] = [await mine.at(points[0]), await mine.at(points[1])];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 5 });
    };
    /** Where a shape is seen by the other one, in units of the page; undefined when it is not. */
    const seen = (selector: string) =>
      theirs.page.evaluate<{ x: number; y: number; width: number; height: number } | undefined>(`(() => {
        const { x, y, width, height } = document.querySelector('${selector}')?.getBBox() ?? {};
        return x === undefined ? undefined : { x, y, width, height };
      })()`);
    const isSeen = (what: string, selector: string, isMeant: (box: Box) => boolean) =>
      until(what, async () => {
        const box = await seen(selector);
        return box !== undefined && isMeant(box);
      });
    const LIVE = '.draw-live [data-stroke]';
    await mine.tool('Rectangle');
    await page.getByRole('button', { name: 'Filled' }).click();
    await mine.drag([100, 100], [200, 200]);
    await mine.tool('Ellipse');
    await mine.drag([300, 100], [400, 200]);
    await theirs.has(2);
    const before = await stored();

    // Both are moved, and that is given up.
    await mine.drag([50, 50], [450, 300]);
    await page.locator('.draw-frame').nth(2).waitFor();
    await hold([150, 150], [250, 350]);
    await isSeen('the rectangle is moved', `${LIVE} rect`, ({ x, y }) => x > 190 && y > 290);
    await isSeen('and the ellipse', `${LIVE} ellipse`, ({ x, y }) => x > 390 && y > 290);
    assert.equal(await theirs.count(), 0, 'they are not where they were');
    assert.deepEqual(await stored(), before, 'nothing of it is stored');
    await page.keyboard.press('Escape');
    await theirs.has(2);
    await strokes(theirs.page).waitFor({ state: 'detached' });
    await page.mouse.up();

    // One is resized, and let go: it is seen once, all the time.
    await page.keyboard.press('Escape');
    await becomes(() => page.locator('.draw-frame').count(), 0);
    await mine.select([350, 150]);
    await theirs.page.evaluate(`{
      window.counts = new Set();
      const look = () => {
        window.counts.add(document.querySelectorAll('.annotations ellipse, .draw-live ellipse').length);
        requestAnimationFrame(look);
      };
      look();
    }`);
    await hold([403, 203], [503, 403]);
    await isSeen(
      'the ellipse is larger',
      `${LIVE} ellipse`,
      ({ width, height }) => width > 190 && height > 290,
    );
    await page.mouse.up();
    await strokes(theirs.page).waitFor({ state: 'detached' });
    await isSeen('it stays so', '.annotations ellipse', ({ width }) => width > 190);
    assert.deepEqual(await theirs.page.evaluate('[...window.counts]'), [1]);

    // An end of a line; words; and words that are changed.
    await mine.tool('Line');
    await mine.drag([100, 450], [200, 450]);
    await theirs.has(3);
    await hold([200, 450], [300, 550]);
    await isSeen('the line is longer', `${LIVE} line`, ({ width, height }) => width > 190 && height > 90);
    await page.mouse.up();
    await strokes(theirs.page).waitFor({ state: 'detached' });
    await mine.tool('Text');
    await mine.click([500, 100]);
    await page.keyboard.type('While I write');
    await theirs.page.locator(`${LIVE} tspan`).getByText('While I write').waitFor();
    assert.equal((await stored()).length, 3, 'it is no annotation yet');
    await page.keyboard.press('Escape');
    await theirs.page.locator('.annotations tspan').getByText('While I write').waitFor();
    await strokes(theirs.page).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.keyboard.type(' more');
    await theirs.page.locator(`${LIVE} tspan`).getByText('While I write more').waitFor();
    await theirs.has(3);
    await page.keyboard.press('Escape');
    await theirs.has(4);
    await strokes(theirs.page).waitFor({ state: 'detached' });
    await mine.tool('Highlight text');
    await hold([100, 500], [300, 540]);
    await isSeen('the mark is seen', LIVE, ({ width }) => width > 190);
    await page.keyboard.press('Escape');
    await strokes(theirs.page).waitFor({ state: 'detached' });
    await page.mouse.up();
    assert.equal((await stored()).length, 4);
    await page.context().close();
    await theirs.page.context().close();
  },
);

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
