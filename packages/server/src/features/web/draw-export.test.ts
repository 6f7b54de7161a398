import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestService, until } from '@ringbinder/testkit';
import { testBrowser } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { createMediaEngine, type MediaEngine } from '../../media/index.ts';
import { createUploadFolder, type UploadFolder } from '../../media/testing/fixtures.ts';
import { type AppFixture, createAppFixture, openApp } from './testing/app-page.ts';
import { type At, drawSignature, makeBoard, openDraw, storedOn } from './testing/draw-page.ts';
import { buildPages } from './testing/fixture.ts';

let service: TestService;
let fixture: AppFixture;
let reader: MediaEngine;
let folder: UploadFolder;
const browser = testBrowser();
before(async () => {
  buildPages();
  service = await startService();
  fixture = await createAppFixture(service);
  reader = createMediaEngine({ workers: 1 });
  folder = await createUploadFolder();
});
after(async () => {
  await browser.close();
  await service.close();
  await reader.close();
  await folder.remove();
});

const BOARD = { width: 800, height: 600 };
/** Pixels of the screen for each unit of the page: edges are a smaller part of what is compared. */
const SHARPNESS = 2;

/** The part of the page on which each tool draws. */
const CELLS = {
  Pen: [0, 0],
  Marker: [1, 0],
  Line: [2, 0],
  Arrow: [3, 0],
  Rectangle: [0, 1],
  Ellipse: [1, 1],
  'Highlight text': [2, 1],
  Stamp: [3, 1],
  Text: [0, 2],
  'Sticky note': [1, 2],
  Signature: [2, 2],
  Picture: [3, 2],
} as const satisfies Record<string, readonly [number, number]>;
type Cell = keyof typeof CELLS;
const CELL = { width: 200, height: 200 };
const within = (cell: Cell, x: number, y: number): At => [
  CELLS[cell][0] * CELL.width + x,
  CELLS[cell][1] * CELL.height + y,
];

test(
  '[DRAW-12] the PDF with annotations is the picture of the screen, for every tool',
  browser.needed,
  async () => {
    const { ada } = fixture;
    const id = await fixture.addBinder('Export', ada);
    const board = await makeBoard(service, id, ada, BOARD);
    const { page, errors } = await openApp(browser, service, ada.email, {
      path: `/b/${id}/pages/${board}`,
      deviceScaleFactor: SHARPNESS,
      viewport: { width: 1300, height: 900 },
    });
    const draw = await openDraw(page, BOARD);
    await alignPixels(page);
    await draw.tool('Pen');
    await draw.drag(
      within('Pen', 20, 30),
      within('Pen', 90, 160),
      within('Pen', 120, 40),
      within('Pen', 180, 150),
    );
    await draw.tool('Marker');
    await page.getByRole('button', { name: 'Pink' }).click();
    await draw.drag(within('Marker', 30, 40), within('Marker', 170, 100), within('Marker', 40, 160));
    await draw.tool('Line');
    await page.getByRole('button', { name: 'Dashed' }).click();
    await draw.drag(within('Line', 20, 20), within('Line', 180, 170));
    await draw.tool('Arrow');
    await page.getByRole('button', { name: 'Large', exact: true }).click();
    await draw.drag(within('Arrow', 20, 170), within('Arrow', 170, 30));
    await draw.tool('Rectangle');
    await page.getByRole('button', { name: 'Blue', exact: true }).click();
    await draw.drag(within('Rectangle', 30, 40), within('Rectangle', 170, 150));
    await draw.tool('Ellipse');
    await page.getByRole('button', { name: 'Filled' }).click();
    await draw.drag(within('Ellipse', 30, 40), within('Ellipse', 170, 150));
    await draw.tool('Highlight text');
    await draw.drag(within('Highlight text', 30, 60), within('Highlight text', 170, 120));
    await draw.tool('Stamp');
    await page.getByRole('menuitemradio', { name: 'Approved' }).click();
    await page.getByRole('button', { name: 'Medium', exact: true }).click();
    await draw.click(within('Stamp', 100, 100));
    await draw.tool('Text');
    await draw.click(within('Text', 10, 20));
    await page.keyboard.type('Ag Ωж\nÄß  <&>');
    await page.keyboard.press('Escape');
    await draw.tool('Sticky note');
    await draw.click(within('Sticky note', 100, 100));
    await page.keyboard.type('Ask the customer about clause 7');
    await page.keyboard.press('Escape');
    await draw.tool('Signature');
    await drawSignature(page);
    await draw.click(within('Signature', 100, 100));
    const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#2f9e44' } })
      .composite([
        {
          input: { create: { width: 30, height: 20, channels: 3, background: '#e03131' } },
          left: 30,
          top: 20,
        },
      ])
      .png()
      .toBuffer();
    await page
      .getByLabel('Choose a picture')
      .setInputFiles([{ name: 'green.png', mimeType: 'image/png', buffer: picture }]);
    await draw.has(Object.keys(CELLS).length);
    // It stands in the middle of the page.
    await draw.drag([400, 300], within('Picture', 100, 100));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Grid' }).click();
    await page.mouse.move(5, 5);
    await until('all is stored', async () => {
      const stored = await storedOn(service, id, board, ada);
      return stored.length === 12 && /<image x="6\d\d/.test(stored.at(-1)?.svg_tag ?? '');
    });
    await page.locator('.draw-frame').waitFor({ state: 'detached' });

    const size = { width: BOARD.width * SHARPNESS, height: BOARD.height * SHARPNESS };
    const shot = await page.locator('.draw-surface').screenshot();
    const screen = await rawOf(shot);
    const { status, bytes } = await service.call('GET', `/${id}/downloadpdf`, { token: ada.token });
    assert.equal(status, 200);
    const path = await folder.put(bytes);
    const rendered = await reader.render(path, {
      ...{ mimeType: 'application/pdf', index: 0, format: 'png' },
      ...{ maxWidth: size.width, maxHeight: size.height },
    });
    const paper = await rawOf(rendered.bytes);
    if (process.env.SCREENSHOTS) {
      await sharp(shot).toFile(`${process.env.SCREENSHOTS}/export-screen.png`);
      await sharp(rendered.bytes).toFile(`${process.env.SCREENSHOTS}/export-paper.png`);
    }
    assert.equal(paper.length, screen.length);
    const differences = Object.fromEntries(
      (Object.keys(CELLS) as Cell[]).map((cell) => [cell, compare(screen, paper, cell, size.width)]),
    );
    for (const [cell, { ink, differing }] of Object.entries(differences)) {
      assert.ok(ink > 300, `${cell} is drawn: ${ink} pixels`);
      assert.ok(differing / ink < 0.08, `${cell}: ${JSON.stringify(differences)}`);
    }
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

/** Makes a unit of the page a pixel of the screen, and puts the page between no pixels. */
async function alignPixels(page: Page): Promise<void> {
  const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
  await until('a unit of the page is a pixel', async () => {
    const box = await page.locator('.draw-surface').boundingBox();
    const { width, height } = page.viewportSize() ?? BOARD;
    const missing = Math.round(BOARD.width - (box?.width ?? 0));
    if (missing === 0) return true;
    await page.setViewportSize({ width: width + missing, height });
    await page.evaluate(twoFrames);
    return false;
  });
  await page.evaluate(`{
    const { style } = document.querySelector('.stage-sheet');
    const { left, top } = document.querySelector('.draw-surface').getBoundingClientRect();
    style.translate = Math.ceil(left) - left + 'px ' + (Math.ceil(top) - top) + 'px';
  }`);
}

async function rawOf(picture: Buffer): Promise<Buffer> {
  return sharp(picture).removeAlpha().toColourspace('srgb').raw().toBuffer();
}

/**
 * How many pixels of a cell are not white on the screen or on paper, and how many differ: by more than an edge does that
 * is smoothed by another program, which a neighbour explains.
 */
function compare(screen: Buffer, paper: Buffer, cell: Cell, width: number) {
  const [column, row] = CELLS[cell];
  const [wide, high] = [CELL.width * SHARPNESS, CELL.height * SHARPNESS];
  let ink = 0;
  let differing = 0;
  const levels = (picture: Buffer, x: number, y: number) => {
    const at = 3 * (y * width + x);
    return [picture[at] ?? 0, picture[at + 1] ?? 0, picture[at + 2] ?? 0] as const;
  };
  const isWhite = (rgb: readonly number[]) => rgb.every((level) => level > 240);
  /** Whether a picture has a pixel like that one at its place or one beside it. */
  const hasLike = (rgb: readonly number[], picture: Buffer, x: number, y: number) => {
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const other = levels(picture, x + dx, y + dy);
        if (rgb.every((level, channel) => Math.abs(level - (other[channel] ?? 0)) <= 64)) return true;
      }
    return false;
  };
  for (let y = row * high + 1; y < (row + 1) * high - 1; y++)
    for (let x = column * wide + 1; x < (column + 1) * wide - 1; x++) {
      const [one, other] = [levels(screen, x, y), levels(paper, x, y)];
      if (isWhite(one) && isWhite(other)) continue;
      ink++;
      if (!hasLike(one, paper, x, y) || !hasLike(other, screen, x, y)) differing++;
    }
  return { ink, differing };
}
