import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until, uploadFile } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { createMediaEngine, type MediaEngine } from '../../media/index.ts';
import { createUploadFolder, makePdf, type UploadFolder } from '../../media/testing/fixtures.ts';
import { openApp, startApp } from './testing/app-page.ts';
import { type At, drawSignature, makeBoard, openDraw, storedOn } from './testing/draw-page.ts';

const { browser, service, fixture } = await startApp();
let reader: MediaEngine;
let folder: UploadFolder;
before(async () => {
  reader = createMediaEngine({ workers: 1 });
  folder = await createUploadFolder();
});
after(async () => {
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
    await alignPixels(page, BOARD.width);
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

    const { screen, paper } = await bothOf(page, id, board, BOARD, 'board');
    assert.equal(paper.length, screen.length);
    const differences = Object.fromEntries(
      (Object.keys(CELLS) as Cell[]).map((cell) => [
        cell,
        compare(screen, paper, boxOf(cell), BOARD.width * SHARPNESS, isInk),
      ]),
    );
    for (const [cell, { ink, differing }] of Object.entries(differences)) {
      assert.ok(ink > 300, `${cell} is drawn: ${ink} pixels`);
      assert.ok(differing / ink < 0.08, `${cell}: ${JSON.stringify(differences)}`);
    }
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test(
  '[DRAW-12] so it is on a page of a PDF, with a highlight over its words, and on one that is turned',
  browser.needed,
  async () => {
    const { ada } = fixture;
    const id = await fixture.addBinder('Export of a PDF', ada);
    for (const rotate of [0, 90]) {
      const [width, height] = rotate ? [500, 700] : [700, 500];
      const pdf = Uint8Array.from(makePdf({ width, height, rotate, text: 'of words that are marked' }));
      const { pages } = await uploadFile(service, { binderId: id, token: ada.token }, pdf, `${rotate}.pdf`);
      const [{ id: pageId, ...shown }] = pages;
      const size = { width: 700, height: 500 };
      assert.deepEqual([shown.width, shown.height], [700, 500], 'as it is seen');
      const { body } = await service.call('GET', `/${id}/pages/${pageId}/text`, { token: ada.token });
      const boxes: { x: number; y: number; width: number; height: number }[] = body.data.boxes;
      const [first, last] = [boxes[0], boxes.at(-1)];
      assert.ok(first && last && boxes.length > 4, 'there are words');
      const { page, errors } = await openApp(browser, service, ada.email, {
        path: `/b/${id}/pages/${pageId}`,
        deviceScaleFactor: SHARPNESS,
        viewport: { width: 1300, height: 900 },
      });
      const text = page.waitForResponse((response) => response.url().endsWith(`/pages/${pageId}/text`));
      const draw = await openDraw(page, size);
      await text;
      await alignPixels(page, size.width);
      await draw.tool('Highlight text');
      const middle = (box: typeof first): At => [box.x + box.width / 2, box.y + box.height / 2];
      await draw.drag(middle(first), middle(last));
      await draw.has(1);
      await draw.tool('Pen');
      await page.getByRole('button', { name: 'Red', exact: true }).click();
      await draw.drag([100, 300], [300, 420], [350, 300], [600, 400]);
      await draw.tool('Rectangle');
      await page.getByRole('button', { name: 'Blue', exact: true }).click();
      await page.getByRole('button', { name: 'Filled' }).click();
      await draw.drag([420, 330], [640, 460]);
      await draw.has(3);
      await page.keyboard.press('Escape');
      await page.mouse.move(5, 5);
      await until('all is stored', async () => (await storedOn(service, id, pageId, ada)).length === 3);
      await page.locator('.draw-frame').waitFor({ state: 'detached' });
      // The ring of the focus is no part of the picture.
      await page.evaluate('document.activeElement.blur()');
      const { screen, paper } = await bothOf(page, id, pageId, size, `pdf-${rotate}`);
      assert.equal(paper.length, screen.length);
      // Words are drawn by two programs from fonts of their own: what is compared is what was drawn over them.
      const whole = { left: 0, top: 0, width: size.width * SHARPNESS, height: size.height * SHARPNESS };
      const { ink, differing } = compare(screen, paper, whole, whole.width, isColoured);
      const written = boxes.reduce((sum, box) => sum + box.width * box.height, 0);
      const least = SHARPNESS ** 2 * (220 * 130 * 0.9 + written * 0.3);
      assert.ok(ink > least, `${ink} pixels are drawn, and no ${least}`);
      assert.ok(differing / ink < 0.02, `${differing} of ${ink}, turned by ${rotate}`);
      assert.deepEqual(errors, []);
      await page.context().close();
    }
  },
);

/** A page as the screen shows it, and as the PDF with annotations does, with as many pixels. */
async function bothOf(
  page: Page,
  binderId: string,
  pageId: number,
  size: { width: number; height: number },
  name: string,
) {
  const shot = await page.locator('.draw-surface').screenshot();
  const { token } = fixture.ada;
  const { status, bytes } = await service.call('GET', `/${binderId}/downloadpdf?filter=${pageId}`, { token });
  assert.equal(status, 200);
  const rendered = await reader.render(await folder.put(bytes), {
    mimeType: 'application/pdf',
    index: 0,
    format: 'png',
    maxWidth: size.width * SHARPNESS,
    maxHeight: size.height * SHARPNESS,
  });
  if (process.env.SCREENSHOTS) {
    await sharp(shot).toFile(`${process.env.SCREENSHOTS}/export-${name}-screen.png`);
    await sharp(rendered.bytes).toFile(`${process.env.SCREENSHOTS}/export-${name}-paper.png`);
  }
  return { screen: await rawOf(shot), paper: await rawOf(rendered.bytes) };
}

/** Makes a unit of the page a pixel of the screen, and puts the page between no pixels. */
async function alignPixels(page: Page, wanted: number): Promise<void> {
  const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
  await until('a unit of the page is a pixel', async () => {
    const box = await page.locator('.draw-surface').boundingBox();
    const { width, height } = page.viewportSize() ?? BOARD;
    const missing = Math.round(wanted - (box?.width ?? 0));
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

type Rgb = readonly [red: number, green: number, blue: number];
const isInk = (rgb: Rgb) => rgb.some((level) => level <= 240);
const isColoured = (rgb: Rgb) => Math.max(...rgb) - Math.min(...rgb) > 25;

/** The pixels of a part of the board. */
function boxOf(cell: Cell) {
  const [column, row] = CELLS[cell];
  const [width, height] = [CELL.width * SHARPNESS, CELL.height * SHARPNESS];
  return { left: column * width, top: row * height, width, height };
}

/**
 * How many pixels of a box are drawn on the screen or on paper, and how many differ: by more than an edge does that is
 * smoothed by another program, which a neighbour explains.
 */
function compare(
  screen: Buffer,
  paper: Buffer,
  box: { left: number; top: number; width: number; height: number },
  stride: number,
  isDrawn: (rgb: Rgb) => boolean,
) {
  let ink = 0;
  let differing = 0;
  const levels = (picture: Buffer, x: number, y: number): Rgb => {
    const at = 3 * (y * stride + x);
    return [picture[at] ?? 0, picture[at + 1] ?? 0, picture[at + 2] ?? 0];
  };
  /** Whether a picture has a pixel like that one at its place or one beside it. */
  const hasLike = (rgb: Rgb, picture: Buffer, x: number, y: number) => {
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const other = levels(picture, x + dx, y + dy);
        if (rgb.every((level, channel) => Math.abs(level - (other[channel] ?? 0)) <= 64)) return true;
      }
    return false;
  };
  for (let y = box.top + 1; y < box.top + box.height - 1; y++)
    for (let x = box.left + 1; x < box.left + box.width - 1; x++) {
      const [one, other] = [levels(screen, x, y), levels(paper, x, y)];
      if (!isDrawn(one) && !isDrawn(other)) continue;
      ink++;
      if (!hasLike(one, paper, x, y) || !hasLike(other, screen, x, y)) differing++;
    }
  return { ink, differing };
}
