import assert from 'node:assert/strict';
import {
  type App,
  expect,
  inspect,
  inspectEverywhere,
  type Page,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { type Drawer, kindsOf, makeBoard, openBoard, openDraw } from '../support/draw-page.ts';
import {
  expectNoMotion,
  expectReflow,
  expectTargetSizes,
  expectTextSpacing,
  expectVisibleFocus,
} from '../support/wcag.ts';

const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const announces = ({ page }: Drawer, sentence: string | RegExp) =>
  page.locator('.draw [role=status]').first().getByText(sentence).waitFor();
const pressKeys = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const surfaceOf = (page: Page) => page.locator('.draw-surface');
const storedTag = async (stored: () => Promise<{ svg_tag: string }[]>, index: number) =>
  (await stored()).at(index)?.svg_tag ?? '';

test('[DRAW-19] F6 leads to the bars and back with the selection, so that the lowest shape gets another colour by keyboard', async ({
  app,
}) => {
  const { mine, stored } = await openBoard(app, 'Bars');
  const { page } = mine;
  const isIn = (bar: string) => expect(page.locator(`${bar} :focus`)).toHaveCount(1);
  await pressKeys(page, 'r', 'Enter', 'o', 'Enter', 'Escape');
  await mine.has(2);
  await pressKeys(page, 'Tab');
  await announces(mine, 'Rectangle, 1 of 2');
  await pressKeys(page, 'F6');
  await isIn('.draw-tools');
  await pressKeys(page, 'F6');
  await isIn('.draw-style');
  await pressKeys(page, 'ArrowRight', 'Enter');
  await expect.poll(() => storedTag(stored, 0)).toContain('stroke="#e03131"');
  assert.doesNotMatch(await storedTag(stored, 1), /stroke="#e03131"/);
  await pressKeys(page, 'F6');
  await isIn('.draw-zoom');
  await pressKeys(page, 'F6');
  await expect(surfaceOf(page)).toBeFocused();
  await expect(page.locator('.draw-frame')).toHaveCount(1);
  await pressKeys(page, 'Shift+F6', 'Shift+F6');
  await isIn('.draw-style');

  await test.step('erasing returns to the drawing, as the bar disappears', async () => {
    await pressKeys(page, 'ArrowLeft', 'ArrowLeft');
    await expect(button(page, 'Erase')).toBeFocused();
    await pressKeys(page, 'Enter');
    await mine.has(1);
    await expect(surfaceOf(page)).toBeFocused();
  });

  await test.step('the size of a new stamp', async () => {
    await pressKeys(page, 's', 'F6');
    await expect(button(page, /^Stamp/)).toBeFocused();
    await pressKeys(page, 'Tab');
    await expect(button(page, 'Medium')).toBeFocused();
    await pressKeys(page, 'ArrowRight', 'Enter');
    await expect(button(page, 'Large')).toHaveAttribute('aria-pressed', 'true');
    await pressKeys(page, 'Shift+F6', 'Shift+F6', 'Enter');
    await mine.has(2);
    await expect.poll(async () => kindsOf(await stored()).join()).toBe('ellipse,stamp');
    assert.match(await storedTag(stored, 1), /font-size="33/, 'the letters are large');
  });
});

test('[DRAW-20] some of the shapes are selected together by keyboard and by single presses', async ({
  app,
}) => {
  const { mine, stored } = await openBoard(app, 'Several');
  const { page } = mine;
  for (const [x, key] of ['r', 'o', 'l'].entries()) {
    await pressKeys(page, key, 'Enter');
    await mine.has(x + 1);
    for (let step = 0; step < 12 * x; step++) await page.keyboard.press('Shift+ArrowDown');
  }
  await pressKeys(page, 'Escape', 'Tab');
  await announces(mine, 'Rectangle, 1 of 3');
  await pressKeys(page, 'Space');
  await announces(mine, /^Selecting several shapes/);
  await page.locator('.draw-ring').waitFor();
  await inspectEverywhere(page, 'draw several');
  await pressKeys(page, 'Tab');
  await announces(mine, 'Ellipse, 2 of 3, not selected');
  await pressKeys(page, 'Tab');
  await announces(mine, 'Line, 3 of 3, not selected');
  await pressKeys(page, 'Space');
  await announces(mine, 'Line, 3 of 3, selected');
  await pressKeys(page, 'Space');
  await announces(mine, 'Line, 3 of 3, not selected');
  await pressKeys(page, 'Space', 'F6', 'F6', 'ArrowRight', 'Enter');
  await expect
    .poll(async () => (await stored()).map(({ svg_tag }) => svg_tag.includes('stroke="#e03131"')))
    .toEqual([true, false, true]);
  await pressKeys(page, 'Shift+F6', 'Shift+F6', 'Escape');
  await expect(page.locator('.draw-frame')).toHaveCount(0);
  await expect(page.locator('.draw-ring')).toHaveCount(0);

  await test.step('by presses', async () => {
    await pressKeys(page, 'Tab', 'Tab');
    await announces(mine, 'Ellipse, 2 of 3');
    await mine.press('Select several');
    const line = await page.locator('.annotations > g').nth(2).boundingBox();
    assert.ok(line);
    await page.mouse.click(line.x + line.width / 2, line.y + line.height / 2);
    await announces(mine, '2 shapes selected');
    await mine.press('Select several');
    await expect(button(page, 'Select several')).toHaveAttribute('aria-pressed', 'false');
    await pressKeys(page, 'Escape', 'Escape', 'Control+a');
    await announces(mine, '3 shapes selected');
  });
});

test('[DRAW-21] Alt and the arrow keys set the width at which a text wraps', async ({ app }) => {
  const { mine, stored } = await openBoard(app, 'Wrapped');
  const { page } = mine;
  const lines = async () => [...(await storedTag(stored, 0)).matchAll(/<tspan/g)].length;
  await pressKeys(page, 't', 'Enter');
  await page.keyboard.type('The lender signs on each page');
  await pressKeys(page, 'Escape');
  await mine.has(1);
  await expect.poll(lines).toBe(1);
  const fontSize = async () => /font-size="([\d.]+)"/.exec(await storedTag(stored, 0))?.[1];
  const before = await fontSize();
  for (let count = 0; count < 8; count++) await page.keyboard.press('Alt+Shift+ArrowLeft');
  await announces(mine, /^2 lines of text/);
  await expect.poll(lines).toBe(2);
  assert.equal(await fontSize(), before, 'letters keep their size');
  for (let count = 0; count < 10; count++) await page.keyboard.press('Alt+Shift+ArrowRight');
  await announces(mine, /^1 line of text/);
  await expect.poll(lines).toBe(1);
});

test('[DRAW-22] a signature is typed, placed, stored in the browser and replaced', async ({ app }) => {
  const { mine, theirs, stored } = await openBoard(app, 'Signed');
  const { page } = mine;
  await page.keyboard.press('g');
  const name = page.getByRole('textbox', { name: 'Or type your name' });
  await name.focus();
  await page.keyboard.type('Ada <Lovelace>');
  await page.locator('.draw-typed').getByText('Ada <Lovelace>').waitFor();
  await inspectEverywhere(page, 'draw signature');
  await pressKeys(page, 'Tab', 'Tab', 'Tab');
  await expect(button(page, 'Use signature')).toBeFocused();
  await pressKeys(page, 'Enter');
  await expect(surfaceOf(page)).toBeFocused();
  await pressKeys(page, 'Enter');
  await theirs.page.locator('.annotations text').getByText('Ada <Lovelace>').waitFor();
  assert.deepEqual(kindsOf(await stored()), ['signature']);
  await pressKeys(page, 'Escape', 'Tab');
  await announces(mine, 'Signature: Ada <Lovelace>, 1 of 1');
  await page.reload();
  const again = await openDraw(page);
  await again.has(1);
  await pressKeys(page, 'g', 'Enter');
  await again.has(2);
  await pressKeys(page, 'g', 'g');
  await name.waitFor();
});

test('[DRAW-23] two presses draw a line, a box or a highlight, and change a shape at its handles', async ({
  app,
}) => {
  const { mine, theirs, stored } = await openBoard(app, 'Presses');
  const { page } = mine;
  const box = async (index: number) => {
    const [found, unit] = [
      await page.locator('.annotations > g').nth(index).boundingBox(),
      await surfaceOf(page).boundingBox(),
    ];
    return found && unit ? { width: (found.width * 800) / unit.width, x: found.x } : { width: 0, x: 0 };
  };
  for (const [index, name] of ['Line', 'Rectangle', 'Highlight text'].entries()) {
    await mine.tool(name);
    await mine.click([100, 100 + 150 * index]);
    await announces(mine, /^Press the place where it ends/);
    await page.locator('.draw-crosshair').waitFor();
    await mine.click([300, 200 + 150 * index]);
    await theirs.has(index + 1);
  }
  assert.deepEqual(kindsOf(await stored()), ['line', 'rectangle', 'highlight']);

  await test.step('Escape and another tool cancel', async () => {
    await mine.tool('Arrow');
    await mine.click([400, 100]);
    await page.locator('.draw-crosshair').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.draw-crosshair').waitFor({ state: 'detached' });
    await mine.click([400, 100]);
    await page.locator('.draw-crosshair').waitFor();
    await mine.tool('Select');
    await page.locator('.draw-crosshair').waitFor({ state: 'detached' });
    await mine.click([500, 300]);
    await mine.has(3);
  });

  await test.step('a handle, then its place', async () => {
    await mine.select([100, 300]);
    const before = (await box(1)).width;
    const handle = await page.locator('.draw-handle.e').boundingBox();
    assert.ok(handle);
    await page.mouse.click(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await page.locator('.draw-crosshair').waitFor();
    await mine.click([450, 300]);
    await expect.poll(async () => (await box(1)).width).toBeGreaterThan(before + 100);
  });
});

test('[DRAW-24] the button “Move” and a press on the page move the selection', async ({ app }) => {
  const { mine, theirs, stored } = await openBoard(app, 'Moved');
  const { page } = mine;
  await mine.tool('Rectangle');
  await mine.drag([100, 100], [200, 160]);
  await theirs.has(1);
  const left = async () => Number(/ x="([\d.]+)"/.exec(await storedTag(stored, 0))?.[1]);
  await mine.press('Move');
  await announces(mine, 'Press the place to move to. Escape cancels.');
  await expect(button(page, 'Move')).toHaveAttribute('aria-pressed', 'true');
  await mine.click([500, 400]);
  await expect.poll(left).toBeGreaterThan(430);
  assert.ok((await left()) < 470, 'its centre is at the press');
  await expect(button(page, 'Move')).toHaveAttribute('aria-pressed', 'false');
  await mine.press('Move');
  await page.keyboard.press('Escape');
  await expect(button(page, 'Move')).toHaveAttribute('aria-pressed', 'false');
  await mine.press('Move');
  await mine.press('Move');
  await expect(button(page, 'Move')).toHaveAttribute('aria-pressed', 'false');
  assert.ok((await left()) > 430);
});

test('[DRAW-25] [DRAW-6] keys choose and use the tools, and reach the style of a new shape, the grid and the zoom', async ({
  app,
}) => {
  const { mine, theirs, stored } = await openBoard(app, 'Every tool');
  const { page } = mine;
  const kinds = () => stored().then((all) => kindsOf(all).join());
  page.on('filechooser', (chooser) =>
    chooser.setFiles([{ name: 'dot.png', mimeType: 'image/png', buffer: DOT }]),
  );
  const stroke = ['Space', 'Shift+ArrowRight', 'Space'];

  await test.step('marker, highlight, ellipse, text, stamp and image', async () => {
    await pressKeys(page, 'm', ...stroke, 'i', ...stroke, 'o', 'Enter', 't', 'Enter');
    await page.keyboard.type('Clause 7');
    await pressKeys(page, 'Control+Enter', 's', 'F6', 'Enter');
    await expect(page.getByRole('menuitemradio', { name: 'Approved' })).toBeFocused();
    await pressKeys(page, 'ArrowDown', 'Enter');
    await expect(button(page, /^Stamp/)).toBeFocused();
    await pressKeys(page, 'Escape', 'Enter');
    await theirs.has(5);
    await theirs.page.locator('.annotations text').getByText('Rejected').waitFor();
    await pressKeys(page, 'u');
    await theirs.has(6);
    await expect.poll(kinds).toBe('marker,highlight,ellipse,text,stamp,picture');
  });

  await test.step('V, Shift+Tab, ] and [', async () => {
    await pressKeys(page, 'v', 'Escape', 'Shift+Tab');
    await announces(mine, 'Image, 6 of 6');
    await pressKeys(page, '[');
    await expect.poll(kinds).toBe('picture,marker,highlight,ellipse,text,stamp');
    await pressKeys(page, ']');
    await expect.poll(kinds).toBe('marker,highlight,ellipse,text,stamp,picture');
    await pressKeys(page, '[', 'Shift+PageUp');
    await expect.poll(kinds).toBe('marker,highlight,ellipse,text,stamp,picture');
    for (const [key, count] of [
      ['Delete', 5],
      ['Control+z', 6],
      ['Control+y', 5],
    ] as const) {
      await page.keyboard.press(key);
      await theirs.has(count);
    }
  });

  await test.step('the eraser', async () => {
    await pressKeys(page, 'e', ...stroke);
    await expect.poll(async () => (await stored()).length).toBeLessThan(5);
  });

  await test.step('the style of a new shape', async () => {
    await pressKeys(page, 'r', 'F6', 'F6', 'ArrowRight', 'Enter', 'F6', 'F6', 'Enter');
    await expect.poll(() => storedTag(stored, -1)).toContain('stroke="#e03131"');
  });

  await test.step('the grid, the zoom and moving the page', async () => {
    await pressKeys(page, 'Escape', 'F6', 'ArrowLeft', 'ArrowLeft');
    const grid = button(page, 'Grid');
    await expect(grid).toBeFocused();
    await pressKeys(page, 'Enter');
    await expect(grid).toHaveAttribute('aria-pressed', 'false');
    await pressKeys(page, 'Escape', 'Shift+F6');
    await expect(button(page, 'Zoom out')).toBeFocused();
    const before = await surfaceOf(page).boundingBox();
    assert.ok(before);
    await pressKeys(page, 'Tab', 'Tab', 'Enter', 'Enter', 'Enter');
    await expect
      .poll(async () => (await surfaceOf(page).boundingBox())?.width ?? 0)
      .toBeGreaterThan(before.width * 1.2);
    await pressKeys(page, 'F6', 'h');
    const zoomed = await surfaceOf(page).boundingBox();
    assert.ok(zoomed);
    await pressKeys(page, 'ArrowDown', 'ArrowDown');
    await expect.poll(async () => (await surfaceOf(page).boundingBox())?.y ?? 0).toBeLessThan(zoomed.y);
  });

  await test.step('starting Draw', async () => {
    await pressKeys(page, 'Escape', 'Escape');
    await page.locator('.draw').waitFor({ state: 'detached' });
    await button(page, 'Draw').focus();
    await pressKeys(page, 'Enter');
    await expect(surfaceOf(page)).toBeFocused();
  });
});

test('[DRAW-26] the sheet of shortcuts opens in Draw and has its keys', async ({ app }) => {
  const { mine } = await openBoard(app, 'Sheet');
  const { page } = mine;
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const group = sheet.locator('section', { has: page.getByRole('heading', { name: 'On a drawing' }) }).last();
  await group.getByText('Move to the tools, the style and back').waitFor();
  assert.equal(await group.locator('dt').count(), 12);
  await group.getByText('Space', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(surfaceOf(page)).toBeFocused();
});

async function openWithShapes({ org, service, open }: App): Promise<Drawer> {
  const { ada, addBinder } = org;
  const id = await addBinder('Access', ada);
  const board = await makeBoard(service, id, ada);
  const page = await open(ada, { path: `/b/${id}/pages/${board}`, reducedMotion: 'reduce' });
  const drawer = await openDraw(page);
  await pressKeys(page, 'r', 'Enter', 'n', 'Enter');
  await page.keyboard.type('Ask about clause 7');
  await pressKeys(page, 'Escape', 'Tab');
  await drawer.has(2);
  await page.locator('.draw-style').waitFor();
  return drawer;
}

test('[WCAG-10] Draw at 400 %, with text spacing, by keyboard and without motion', async ({ app }) => {
  const { page } = await openWithShapes(app);
  await expectNoMotion(page);
  await expectTargetSizes(page);
  await expectTextSpacing(page);
  await expectReflow(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectTargetSizes(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await expectVisibleFocus(page);
});

test('[WCAG-11] with forced colours the swatches of Draw keep their colours and have a border, and pressed buttons an outline', async ({
  app,
}) => {
  const { page } = await openWithShapes(app);
  const swatch = (name: string) => button(page, name).locator('span');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    const text = await page.evaluate<string>(`(() => {
      document.body.style.color = 'CanvasText';
      return getComputedStyle(document.body).color;
    })()`);
    await pressKeys(page, 'Escape', 'Shift+Tab', 'Shift+Tab');
    await expect(swatch('Red')).toHaveCSS('background-color', 'rgb(224, 49, 49)');
    await expect(swatch('Red')).toHaveCSS('border-top-color', text);
    await expect(swatch('Black'), 'the chosen colour').toHaveCSS('outline-style', 'solid');
    const pressed = button(page, /^Select/).first();
    await expect(pressed).toHaveCSS('outline-style', 'solid');
    // In dark schemes, axe-core does not read the forced colour of “Done”.
    const skipped = colorScheme === 'dark' ? ['color-contrast'] : [];
    await inspect(page, `draw forced colours ${colorScheme}`, skipped);
  }
});
