import assert from 'node:assert/strict';
import {
  expect,
  inspectEverywhere,
  type Page,
  saveScreenshot,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import {
  type Drawer,
  drawSignature,
  kindsOf,
  openBoard,
  openDraw,
  type StoredAnnotation,
} from '../support/draw-page.ts';

const NO_BOX = { x: -1e6, y: 0, width: 0, height: 0 };
const boxOf = async (page: Page, index: number) =>
  (await page.locator('.annotations > g').nth(index).boundingBox()) ?? NO_BOX;
const status = ({ page }: Drawer) => page.locator('.draw [role=status]').first();
const storesKinds = (stored: () => Promise<StoredAnnotation[]>, kinds: string) =>
  expect.poll(async () => kindsOf(await stored()).join()).toBe(kinds);
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('[DRAW-4] every tool draws, and the other person sees the result', async ({ app }) => {
  const { mine, theirs, stored } = await openBoard(app, 'Tools');
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
  await page
    .getByLabel('Choose an image')
    .setInputFiles([{ name: 'dot.png', mimeType: 'image/png', buffer: DOT }]);
  await theirs.has(12);
  const kinds = ['pen', 'marker', 'line', 'arrow', 'rectangle', 'ellipse', 'text', 'note'];
  assert.deepEqual(kindsOf(await stored()), [...kinds, 'stamp', 'signature', 'highlight', 'picture']);
  await theirs.page.locator('.annotations tspan').getByText('Hello <b>you</b> & "me"').waitFor();

  await theirs.page
    .locator('.annotations text')
    .getByText(/^Ada Lovelace, \d+ \w+ \d{4}$/)
    .waitFor();

  await test.step('the browser keeps the signature and the tool', async () => {
    await page.reload();
    const again = await openDraw(page);
    await again.has(12);
    await expect(page.getByRole('button', { name: /^Highlight text/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await again.tool('Signature');
    await again.click([520, 520]);
    await theirs.has(13);
    assert.equal(kindsOf(await stored()).at(-1), 'signature');
  });
  await inspectEverywhere(page, 'draw');
});

test('[DRAW-5] [DRAW-3] [DRAW-1] a person selects, changes and erases the shapes of both people, and undoes it', async ({
  app,
}) => {
  const { mine, theirs, stored } = await openBoard(app, 'Changes');
  const { page } = mine;
  const frames = page.locator('.draw-frame');
  await theirs.tool('Rectangle');
  await theirs.press('Filled');
  await theirs.drag([100, 100], [200, 200]);
  await theirs.tool('Ellipse');
  await theirs.drag([150, 150], [300, 250]);
  await mine.has(2);
  const before = await boxOf(page, 0);

  await test.step('move, resize and restyle', async () => {
    await mine.select([120, 120]);
    await mine.drag([120, 120], [220, 170]);
    await expect.poll(async () => (await boxOf(theirs.page, 0)).x).toBeGreaterThan(before.x + 50);
    await mine.drag([303, 253], [353, 303]);
    await expect.poll(async () => (await boxOf(theirs.page, 0)).width).toBeGreaterThan(before.width * 1.4);
    await mine.press('Red');
    await mine.press('Dashed');
    await theirs.page.locator('.annotations rect[stroke="#e03131"][stroke-dasharray]').waitFor();
  });

  await test.step('order, copy, erase, undo and redo', async () => {
    await mine.press('Bring forward');
    await storesKinds(stored, 'ellipse,rectangle');
    await theirs.page.locator('.annotations > g:last-child rect').waitFor();
    await mine.press('Duplicate');
    await theirs.has(3);
    await mine.press('Erase');
    await theirs.has(2);
    for (let count = 0; count < 3; count++) await mine.press('Undo');
    await storesKinds(stored, 'rectangle,ellipse');
    await mine.press('Redo');
    await storesKinds(stored, 'ellipse,rectangle');
  });

  await test.step('Undo leaves what the other person has changed since', async () => {
    await mine.drag([20, 20], [500, 500]);
    await expect(frames, 'both are selected').toHaveCount(3);
    const unmoved = await stored();
    await mine.drag([260, 230], [270, 240]);
    await expect
      .poll(async () => (await stored()).every(({ svg_tag }, at) => svg_tag !== unmoved[at]?.svg_tag))
      .toBe(true);
    await theirs.select([270, 260]);
    await theirs.page.keyboard.press('Delete');
    await mine.has(1);
    await mine.press('Undo');
    await page.getByText('Someone else has changed it in the meantime').waitFor();
    await expect
      .poll(async () => {
        const [only, ...others] = await stored();
        return others.length === 0 && unmoved.some(({ svg_tag }) => svg_tag === only?.svg_tag);
      }, 'the other shape moved back')
      .toBe(true);
  });

  await mine.tool('Eraser');
  await mine.drag([10, 10], [200, 200], [320, 260]);
  await theirs.has(0);
});

test('[DRAW-5] a moved shape snaps to the edges of others, with a guide, unless Ctrl is held', async ({
  app,
}) => {
  const { mine } = await openBoard(app, 'Aligned');
  const { page } = mine;
  await mine.tool('Rectangle');
  await mine.press('Filled');
  await mine.drag([100, 100], [200, 150]);
  await mine.tool('Rectangle');
  await mine.drag([300, 300], [360, 340]);
  await mine.has(2);
  const distance = async () => (await boxOf(page, 1)).x - (await boxOf(page, 0)).x;
  await mine.select([330, 320]);
  await mine.hold([330, 320], [132, 420]);
  await expect(page.locator('.draw-guide')).toHaveCount(1);
  await page.mouse.up();
  await expect(page.locator('.draw-guide')).toHaveCount(0);
  await expect.poll(distance).toBeCloseTo(0, 0);

  await page.keyboard.down('Control');
  await mine.drag([130, 420], [133, 480]);
  await page.keyboard.up('Control');
  await expect.poll(distance).toBeGreaterThan(2);
});

test('[DRAW-6] the keyboard does it all, and a status line announces it', async ({ app }) => {
  const { mine, theirs, stored } = await openBoard(app, 'Keys');
  const { page } = mine;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const hasKindAt = (index: number, kind: string) =>
    expect.poll(async () => kindsOf(await stored()).at(index)).toBe(kind);

  await test.step('Enter draws, and Tab selects', async () => {
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
  });

  await test.step('arrow keys move and resize, and one Undo takes back a series', async () => {
    const before = await boxOf(page, 1);
    await press('Shift+ArrowRight', 'Shift+ArrowRight', 'Alt+Shift+ArrowDown');
    await expect
      .poll(async () => {
        const now = await boxOf(theirs.page, 1);
        return now.x > before.x + 10 && now.height > before.height + 5;
      })
      .toBe(true);
    await press('Control+z', 'Control+z');
    await expect.poll(async () => (await boxOf(theirs.page, 1)).x).toBe(before.x);
  });

  await test.step('Enter edits, Page Up and Down order, and Delete erases', async () => {
    await press('Enter');
    await page.keyboard.type(' of mine');
    await press('Control+Enter');
    await theirs.page.locator('.annotations tspan').getByText('By hand of mine').waitFor();
    await press('PageUp');
    await hasKindAt(-1, 'note');
    await press('Shift+PageDown');
    await hasKindAt(0, 'note');
    await press('PageUp');
    await hasKindAt(1, 'note');
    await press('Control+d');
    await theirs.has(4);
    await press('Delete');
    await theirs.has(3);
    await status(mine).getByText('Erased').waitFor();
    await press('Control+a', 'Backspace');
    await theirs.has(0);
    await press('Shift+Control+z', 'Control+z');
    await theirs.has(3);
  });

  await test.step('Space presses and releases the crosshair of a tool', async () => {
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
    const { height } = await boxOf(theirs.page, 4);
    await press('Alt+Shift+ArrowDown');
    await expect
      .poll(async () => (await boxOf(theirs.page, 4)).height, 'the end of the line moves')
      .toBeGreaterThan(height);
    assert.deepEqual(kindsOf(await stored()).slice(-2), ['pen', 'line']);
    await press('Delete');
    await theirs.has(4);
    await press('Control+z');
    await theirs.has(5);
    await press('Control+z', 'Control+z', 'Control+z');
    await theirs.has(3);
  });

  await test.step('Tab leads out, and Escape ends Draw', async () => {
    await press('Tab', 'Tab', 'Tab', 'Tab');
    await expect(page.locator('.draw-surface')).not.toBeFocused();
    await page.locator('.draw-surface').focus();
    await press('Escape', 'Escape');
    await page.locator('.draw').waitFor({ state: 'detached' });
  });
});

test('[DRAW-18] a new whiteboard opens in Draw, and an open page has a button for it', async ({
  app,
  org,
}) => {
  const id = await org.addBinder('New board', org.ada);
  const page = await app.open(org.ada, { path: `/b/${id}/pages` });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Whiteboard' }).click();
  await page.getByRole('button', { name: 'Add the whiteboard' }).click();
  const surface = page.locator('.draw-surface');
  await surface.waitFor();
  const draw = await openDraw(page, { width: 1280, height: 720 });
  await draw.tool('Move the page');
  await draw.press('Zoom in');
  const before = await surface.boundingBox();
  assert.ok(before);
  await draw.drag([300, 300], [200, 200]);
  await expect.poll(async () => (await surface.boundingBox())?.x ?? 0).toBeLessThan(before.x - 20);
  assert.equal(await draw.count(), 0);
  await draw.press('Done');
  await page.locator('.draw').waitFor({ state: 'detached' });
  await draw.press('Draw');
  await surface.waitFor();
  await saveScreenshot(page, 'board');
});
