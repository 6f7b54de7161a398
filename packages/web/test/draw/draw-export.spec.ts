import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { type CreatedUser, type TestService, uploadFile } from '@ringbinder/testkit';
import { expect, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import sharp from 'sharp';
import {
  type Drawer,
  drawSignature,
  makeBoard,
  openDraw,
  type Point,
  storedOn,
} from '../support/draw-page.ts';
import { comparePixels, isColoured, isInk, pixelsOf } from '../support/pixels.ts';

const BOARD = { width: 800, height: 600 };
/** Screen pixels per page unit. At a higher resolution, edges matter less. */
const SHARPNESS = 2;
const SCREEN = { deviceScaleFactor: SHARPNESS, viewport: { width: 1300, height: 900 } };

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
const within = (cell: Cell, x: number, y: number): Point => [
  CELLS[cell][0] * CELL.width + x,
  CELLS[cell][1] * CELL.height + y,
];

test('[DRAW-12] the PDF of a whiteboard equals the screen, for every tool', async ({ app, org, service }) => {
  const { ada } = org;
  const id = await org.addBinder('Export', ada);
  const board = await makeBoard(service, id, ada, BOARD);
  const page = await app.open(ada, { path: `/b/${id}/pages/${board}`, ...SCREEN });
  const draw = await openDraw(page, BOARD);
  await alignPixels(page, BOARD.width);
  await drawWithEveryTool(draw);
  await draw.press('Grid');
  await page.mouse.move(5, 5);
  await expect
    .poll(async () => {
      const stored = await storedOn(service, id, board, ada);
      return stored.length === 12 && /<image x="6\d\d/.test(stored.at(-1)?.svg_tag ?? '');
    }, 'all is stored')
    .toBe(true);
  await page.locator('.draw-frame').waitFor({ state: 'detached' });

  const { screen, paper } = await picturesOf(page, service, ada, { id, pageId: board, size: BOARD });
  assert.equal(paper.data.length, screen.data.length);
  const differences = Object.fromEntries(
    (Object.keys(CELLS) as Cell[]).map((cell) => [cell, comparePixels(screen, paper, boxOf(cell), isInk)]),
  );
  for (const [cell, { ink, differing }] of Object.entries(differences)) {
    assert.ok(ink > 300, `${cell} is drawn: ${ink} pixels`);
    assert.ok(differing / ink < 0.08, `${cell}: ${JSON.stringify(differences)}`);
  }
});

for (const rotate of [0, 90])
  test(`[DRAW-12] the PDF of a page of a PDF that is turned by ${rotate} degrees equals the screen, with a highlight over its words`, {
    tag: rotate === 90 ? [] : '@slow',
  }, async ({ app, org, service }) => {
    const { ada } = org;
    const id = await org.addBinder('Export of a PDF', ada);
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
    const page = await app.open(ada, { path: `/b/${id}/pages/${pageId}`, ...SCREEN });
    const text = page.waitForResponse((response) => response.url().endsWith(`/pages/${pageId}/text`));
    const draw = await openDraw(page, size);
    await text;
    await alignPixels(page, size.width);
    await draw.tool('Highlight text');
    const middle = (box: typeof first): Point => [box.x + box.width / 2, box.y + box.height / 2];
    await draw.drag(middle(first), middle(last));
    await draw.has(1);
    await draw.tool('Pen');
    await draw.press('Red');
    await draw.drag([100, 300], [300, 420], [350, 300], [600, 400]);
    await draw.tool('Rectangle');
    await draw.press('Blue');
    await draw.press('Filled');
    await draw.drag([420, 330], [640, 460]);
    await draw.has(3);
    await page.keyboard.press('Escape');
    await page.mouse.move(5, 5);
    await expect.poll(async () => (await storedOn(service, id, pageId, ada)).length).toBe(3);
    await page.locator('.draw-frame').waitFor({ state: 'detached' });
    // The picture must not contain the focus ring.
    await page.evaluate('document.activeElement.blur()');

    const { screen, paper } = await picturesOf(page, service, ada, { id, pageId, size });
    assert.equal(paper.data.length, screen.data.length);
    // The renderers' fonts differ, so compare only coloured annotations.
    const whole = { left: 0, top: 0, width: size.width * SHARPNESS, height: size.height * SHARPNESS };
    const { ink, differing } = comparePixels(screen, paper, whole, isColoured);
    const written = boxes.reduce((sum, box) => sum + box.width * box.height, 0);
    const least = SHARPNESS ** 2 * (220 * 130 * 0.9 + written * 0.3);
    assert.ok(ink > least, `${ink} pixels are drawn, and at least ${least} expected`);
    assert.ok(differing / ink < 0.02, `${differing} of ${ink}`);
  });

async function drawWithEveryTool(draw: Drawer): Promise<void> {
  const { page } = draw;
  await draw.tool('Pen');
  await draw.drag(
    ...(
      [
        [20, 30],
        [90, 160],
        [120, 40],
        [180, 150],
      ] as const
    ).map(([x, y]) => within('Pen', x, y)),
  );
  await draw.tool('Marker');
  await draw.press('Pink');
  await draw.drag(within('Marker', 30, 40), within('Marker', 170, 100), within('Marker', 40, 160));
  await draw.tool('Line');
  await draw.press('Dashed');
  await draw.drag(within('Line', 20, 20), within('Line', 180, 170));
  await draw.tool('Arrow');
  await draw.press('Large');
  await draw.drag(within('Arrow', 20, 170), within('Arrow', 170, 30));
  await draw.tool('Rectangle');
  await draw.press('Blue');
  await draw.drag(within('Rectangle', 30, 40), within('Rectangle', 170, 150));
  await draw.tool('Ellipse');
  await draw.press('Filled');
  await draw.drag(within('Ellipse', 30, 40), within('Ellipse', 170, 150));
  await draw.tool('Highlight text');
  await draw.drag(within('Highlight text', 30, 60), within('Highlight text', 170, 120));
  await draw.tool('Stamp');
  await page.getByRole('menuitemradio', { name: 'Approved' }).click();
  await draw.press('Medium');
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
  const red = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#e03131' } })
    .png()
    .toBuffer();
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#2f9e44' } })
    .composite([{ input: red, left: 30, top: 20 }])
    .png()
    .toBuffer();
  await page
    .getByLabel('Choose an image')
    .setInputFiles([{ name: 'green.png', mimeType: 'image/png', buffer: picture }]);
  await draw.has(Object.keys(CELLS).length);
  await draw.drag([400, 300], within('Picture', 100, 100));
  await page.keyboard.press('Escape');
}

async function picturesOf(
  page: Page,
  service: TestService,
  { token }: CreatedUser,
  { id, pageId, size }: { id: string; pageId: number; size: { width: number; height: number } },
) {
  const shot = await page.locator('.draw-surface').screenshot();
  let bytes = new Uint8Array();
  // The server responds with 503 while it writes another test's export.
  await expect
    .poll(async () => {
      const answer = await service.call('GET', `/${id}/downloadpdf?filter=${pageId}`, { token });
      bytes = Uint8Array.from(answer.bytes);
      return answer.status === 200 ? 'written' : `${answer.status}: ${answer.body.message}`;
    })
    .toBe('written');
  const file = `${service.directory}/export.pdf`;
  await writeFile(file, bytes);
  const rendered = await service.env.media.render(file, {
    mimeType: 'application/pdf',
    index: 0,
    format: 'png',
    maxWidth: size.width * SHARPNESS,
    maxHeight: size.height * SHARPNESS,
  });
  await test.info().attach('screen.png', { body: shot, contentType: 'image/png' });
  await test.info().attach('paper.png', { body: Buffer.from(rendered.bytes), contentType: 'image/png' });
  return { screen: await pixelsOf(shot), paper: await pixelsOf(rendered.bytes) };
}

async function alignPixels(page: Page, expected: number): Promise<void> {
  const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
  await expect
    .poll(async () => {
      const box = await page.locator('.draw-surface').boundingBox();
      const { width, height } = page.viewportSize() ?? BOARD;
      const missing = Math.round(expected - (box?.width ?? 0));
      if (missing === 0) return 0;
      await page.setViewportSize({ width: width + missing, height });
      await page.evaluate(twoFrames);
      return missing;
    }, 'a unit of the page is a pixel')
    .toBe(0);
  await page.evaluate(`{
    const { style } = document.querySelector('.stage-sheet');
    const { left, top } = document.querySelector('.draw-surface').getBoundingClientRect();
    style.translate = Math.ceil(left) - left + 'px ' + (Math.ceil(top) - top) + 'px';
  }`);
}

function boxOf(cell: Cell) {
  const [column, row] = CELLS[cell];
  const [width, height] = [CELL.width * SHARPNESS, CELL.height * SHARPNESS];
  return { left: column * width, top: row * height, width, height };
}
