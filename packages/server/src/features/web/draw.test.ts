import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestService, until } from '@ringbinder/testkit';
import { testBrowser } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import { type AppFixture, createAppFixture, openApp } from './testing/app-page.ts';
import { inspectEverywhere } from './testing/console-page.ts';
import { type Drawer, drawSignature, kindsOf, makeBoard, openDraw, storedOn } from './testing/draw-page.ts';
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

/** Ada and Ben with a whiteboard on which both draw. */
async function twoAtBoard(name: string) {
  const { ada, ben } = fixture;
  const id = await fixture.addBinder(name, ada, [ben]);
  const board = await makeBoard(service, id, ada);
  const path = `/b/${id}/pages/${board}`;
  const opened = await Promise.all([
    openApp(browser, service, ada.email, { path }),
    openApp(browser, service, ben.email, { path }),
  ]);
  const [mine, theirs] = opened;
  return {
    mine: await openDraw(mine.page),
    theirs: await openDraw(theirs.page),
    stored: () => storedOn(service, id, board, ada),
    async close() {
      assert.deepEqual([...mine.errors, ...theirs.errors], []);
      await Promise.all(opened.map(({ page }) => page.context().close()));
    },
  };
}

/** Where an annotation is seen; far away while it is drawn anew. */
const boxOf = async (page: Page, index: number) =>
  (await page.locator('.annotations > g').nth(index).boundingBox()) ?? { x: -1e6, y: 0, width: 0, height: 0 };
const status = ({ page }: Drawer) => page.locator('.draw [role=status]').first();

test('[DRAW-4] every tool draws, and the others see what was drawn', browser.needed, async () => {
  const { mine, theirs, stored, close } = await twoAtBoard('Tools');
  const { page } = mine;
  await mine.tool('Pen');
  await mine.drag([60, 60], [120, 100], [180, 50], [300, 60]);
  await mine.tool('Marker');
  await mine.drag([60, 140], [300, 150]);
  for (const [name, y] of [
    ['Line', 200],
    ['Arrow', 240],
    ['Rectangle', 280],
    ['Ellipse', 380],
  ] as const) {
    await mine.tool(name);
    await mine.drag([60, y], [220, y + 60]);
  }
  await mine.tool('Text');
  await mine.click([420, 40]);
  await page.keyboard.type('Hello <b>you</b> & "me"');
  await page.keyboard.press('Escape');
  await mine.tool('Sticky note');
  await mine.click([520, 160]);
  await page.keyboard.type('Ask about clause 7');
  await page.keyboard.press('Escape');
  await mine.tool('Stamp');
  await page.getByRole('menuitemradio', { name: 'Paid' }).click();
  await mine.click([520, 300]);
  await mine.tool('Signature');
  await drawSignature(page);
  await mine.click([520, 420]);
  await mine.tool('Highlight text');
  await mine.drag([60, 500], [300, 520]);
  const [dot] = [
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    ),
  ];
  await page
    .getByLabel('Choose a picture')
    .setInputFiles([{ name: 'dot.png', mimeType: 'image/png', buffer: dot }]);
  await theirs.has(12);
  const kinds = ['pen', 'marker', 'line', 'arrow', 'rectangle', 'ellipse', 'text', 'note'];
  assert.deepEqual(kindsOf(await stored()), [...kinds, 'stamp', 'signature', 'highlight', 'picture']);
  await theirs.page.locator('.annotations tspan').getByText('Hello <b>you</b> & "me"').waitFor();
  await page.reload();
  const again = await openDraw(page);
  await again.has(12);
  await again.tool('Signature');
  await again.click([520, 520]);
  await theirs.has(13);
  assert.equal(kindsOf(await stored()).at(-1), 'signature', 'it was kept in the browser');
  await inspectEverywhere(page, 'draw');
  await close();
});

test(
  '[DRAW-5] [DRAW-3] [DRAW-1] shapes of both are selected, moved, resized, restyled, ordered, copied and erased; and back',
  browser.needed,
  async () => {
    const { mine, theirs, stored, close } = await twoAtBoard('Changes');
    const { page } = mine;
    await theirs.tool('Rectangle');
    await theirs.page.getByRole('button', { name: 'Filled' }).click();
    await theirs.drag([100, 100], [200, 200]);
    await theirs.tool('Ellipse');
    await theirs.drag([150, 150], [300, 250]);
    await mine.has(2);
    const before = await boxOf(page, 0);
    await mine.select([120, 120]);
    await mine.drag([120, 120], [220, 170]);
    await until('it was moved', async () => (await boxOf(theirs.page, 0)).x > before.x + 50);
    await mine.drag([303, 253], [353, 303]);
    await until('it was resized', async () => (await boxOf(theirs.page, 0)).width > before.width * 1.4);
    await page.getByRole('button', { name: 'Red', exact: true }).click();
    await page.getByRole('button', { name: 'Dashed' }).click();
    await theirs.page.locator('.annotations rect[stroke="#e03131"][stroke-dasharray]').waitFor();
    await page.getByRole('button', { name: 'Bring forward' }).click();
    await until('it lies above', async () => kindsOf(await stored()).join() === 'ellipse,rectangle');
    await theirs.page.locator('.annotations > g:last-child rect').waitFor();
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await theirs.has(3);
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    await theirs.has(2);
    for (let count = 0; count < 3; count++) await page.getByRole('button', { name: 'Undo' }).click();
    await until('it lies below again', async () => kindsOf(await stored()).join() === 'rectangle,ellipse');
    await page.getByRole('button', { name: 'Redo' }).click();
    await until('it lies above again', async () => kindsOf(await stored()).join() === 'ellipse,rectangle');

    // What the other has changed meanwhile is not taken back.
    await mine.drag([20, 20], [500, 500]);
    await until('both are selected', async () => (await page.locator('.draw-frame').count()) === 3);
    const unmoved = await stored();
    await mine.drag([260, 230], [270, 240]);
    await until('both were moved', async () => {
      const now = await stored();
      return now.every(({ svg_tag }, index) => svg_tag !== unmoved[index]?.svg_tag);
    });
    await theirs.select([270, 260]);
    await theirs.page.keyboard.press('Delete');
    await mine.has(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Somebody else has changed it meanwhile').waitFor();
    await until('what is left went back', async () => {
      const [only, ...others] = await stored();
      return others.length === 0 && unmoved.some(({ svg_tag }) => svg_tag === only?.svg_tag);
    });
    await mine.tool('Eraser');
    await mine.drag([10, 10], [200, 200], [320, 260]);
    await theirs.has(0);
    await close();
  },
);

test('[DRAW-6] all of it by keyboard, and said', browser.needed, async () => {
  const { mine, theirs, stored, close } = await twoAtBoard('Keys');
  const { page } = mine;
  const press = (...keys: string[]) =>
    keys.reduce((last, key) => last.then(() => page.keyboard.press(key)), Promise.resolve());
  /** What is dragged by a pointer is drawn by keys: Space presses and lets go. */
  const crosshairDraws = async () => {
    await press('p', 'ArrowUp', 'Shift+ArrowLeft');
    await page.locator('.draw-crosshair').waitFor();
    await status(mine)
      .getByText(/^\d+\s% across, \d+\s% down/)
      .waitFor();
    await press('Space', 'Shift+ArrowRight', 'ArrowDown');
    await theirs.page.locator('.draw-live [data-stroke]').waitFor();
    await press('Space');
    await theirs.has(4);
    await press('l', 'Space', 'Shift+ArrowDown', 'ArrowLeft', 'Space');
    await theirs.has(5);
    await until('an end of the line is moved', async () => {
      const { height } = await boxOf(theirs.page, 4);
      await press('Alt+Shift+ArrowDown');
      return (await boxOf(theirs.page, 4)).height > height;
    });
    assert.deepEqual(kindsOf(await stored()).slice(-2), ['pen', 'line']);
    await press('Delete');
    await theirs.has(4);
    await press('Control+z');
    await theirs.has(5);
    await press('Control+z', 'Control+z', 'Control+z');
    await theirs.has(3);
  };
  await press('r', 'Enter');
  await theirs.has(1);
  await press('n', 'Enter');
  await page.keyboard.type('By hand');
  await press('Escape');
  await theirs.has(2);
  await press('a', 'Enter', 'Escape');
  await theirs.has(3);
  await press('Tab');
  await status(mine).getByText('Rectangle, 1 of 3').waitFor();
  await press('Tab');
  await status(mine).getByText('Sticky note: By hand, 2 of 3').waitFor();
  const before = await boxOf(page, 1);
  await press('Shift+ArrowRight', 'Shift+ArrowRight', 'Alt+Shift+ArrowDown');
  await until('it was moved and is larger', async () => {
    const now = await boxOf(theirs.page, 1);
    return now.x > before.x + 10 && now.height > before.height + 5;
  });
  await press('Control+z', 'Control+z');
  await until(
    'a series of steps is undone at once',
    async () => (await boxOf(theirs.page, 1)).x === before.x,
  );
  await press('Enter');
  await page.keyboard.type(' of mine');
  await press('Control+Enter');
  await theirs.page.locator('.annotations tspan').getByText('By hand of mine').waitFor();
  await press('PageUp');
  await until('it lies above', async () => kindsOf(await stored()).at(-1) === 'note');
  await press('Shift+PageDown');
  await until('it lies below all', async () => kindsOf(await stored())[0] === 'note');
  await press('PageUp');
  await until('it lies above one', async () => kindsOf(await stored())[1] === 'note');
  await press('Control+d');
  await theirs.has(4);
  await press('Delete');
  await theirs.has(3);
  await status(mine).getByText('Erased').waitFor();
  await press('Control+a', 'Backspace');
  await theirs.has(0);
  await press('Shift+Control+z', 'Control+z');
  await theirs.has(3);
  await crosshairDraws();
  await press('Tab', 'Tab', 'Tab', 'Tab');
  await until('the Tab key leads out', () =>
    page.evaluate<boolean>('!document.activeElement.classList.contains("draw-surface")'),
  );
  await page.locator('.draw-surface').focus();
  await press('Escape', 'Escape');
  await page.locator('.draw').waitFor({ state: 'detached' });
  await close();
});

test(
  '[DRAW-18] a new whiteboard opens in Draw, and an open page has it as a button',
  browser.needed,
  async () => {
    const { ada } = fixture;
    const id = await fixture.addBinder('New board', ada);
    const { page, errors } = await openApp(browser, service, ada.email, { path: `/b/${id}/pages` });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Whiteboard' }).click();
    await page.getByRole('button', { name: 'Add the whiteboard' }).click();
    await page.locator('.draw-surface').waitFor();
    const draw = await openDraw(page, { width: 1280, height: 720 });
    await draw.tool('Move the page');
    await page.getByRole('button', { name: 'Larger' }).click();
    const before = await page.locator('.draw-surface').boundingBox();
    await draw.drag([300, 300], [200, 200]);
    await until('the page was moved', async () => {
      const now = await page.locator('.draw-surface').boundingBox();
      return (now?.x ?? 0) < (before?.x ?? 0) - 20;
    });
    assert.equal(await draw.count(), 0);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('.draw').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Draw', exact: true }).click();
    await page.locator('.draw-surface').waitFor();
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/board.png` });
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);
