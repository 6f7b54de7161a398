import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { createMediaEngine, type MediaEngine, type PageSource } from './index.ts';
import {
  createUploadFolder,
  makeImage,
  makeImageBomb,
  makePdf,
  type UploadFolder,
} from './testing/fixtures.ts';
import { isNear, redIn } from './testing/marks.ts';

let uploads: UploadFolder;
let engine: MediaEngine;

beforeAll(async () => {
  uploads = await createUploadFolder();
  engine = createMediaEngine({ workers: 1 });
});
afterAll(async () => {
  await engine.close();
  await uploads.remove();
});

const box = { maxWidth: 400, maxHeight: 400, format: 'png' } as const;
const RED = '<rect x="20" y="30" width="40" height="10" fill="red"></rect>';
const BOARD = { width: 400, height: 300 };

async function draw(markup: string[], source: PageSource = { from: 'blank', size: BOARD }, page = BOARD) {
  return (await engine.renderPage(source, { ...box, annotations: { markup, page } })).bytes;
}

test('[PAGE-29] an annotation lies where its coordinates say, in the units of the page', async () => {
  const pdf = await uploads.put(
    makePdf({ width: 300, height: 200, cropBox: [50, 20, 250, 120], rotate: 90 }),
  );
  const image = await uploads.put(
    await makeImage({ format: 'jpeg', width: 1200, height: 600, orientation: 6 }),
  );
  for (const [source, page] of [
    [{ from: 'blank', size: BOARD }, BOARD],
    [
      { from: 'file', path: pdf, mimeType: 'application/pdf', index: 0 },
      { width: 100, height: 200 },
    ],
    [
      { from: 'file', path: image, mimeType: 'image/jpeg', index: 0 },
      { width: 600, height: 1200 },
    ],
  ] as [PageSource, { width: number; height: number }][]) {
    const red = await redIn(await draw([RED], source, page));
    const scale = 400 / Math.max(page.width, page.height);
    const expected = { left: 20 * scale, top: 30 * scale, right: 60 * scale - 1, bottom: 40 * scale - 1 };
    assert.ok(isNear(red, expected, 1), `${JSON.stringify(page)}: ${JSON.stringify(red)}`);
  }
});

test('[PAGE-29] annotations are drawn in their order, with what the allow-list takes', async () => {
  const over = '<rect x="0" y="0" width="400" height="300" fill="white"></rect>';
  assert.equal(await redIn(await draw([RED, over])), null);
  assert.notEqual(await redIn(await draw([over, RED])), null);
  for (const markup of [
    '<path d="M20 30h40v10h-40z" style="fill:#ff0000"></path>',
    '<g transform="translate(20 30)"><line x1="0" y1="5" x2="40" y2="5" stroke="red" stroke-width="10"></line></g>',
    '<svg x="20" y="30" width="40" height="10" viewBox="0 0 4 1"><polygon points="0,0 4,0 4,1 0,1" fill="red"></polygon></svg>',
    '<linearGradient id="a-g"><stop offset="0" stop-color="red"></stop></linearGradient><rect x="20" y="30" width="40" height="10" fill="url(#a-g)"></rect>',
    '<clipPath id="a-c"><rect x="20" y="30" width="40" height="10"></rect></clipPath><circle cx="40" cy="35" r="60" fill="red" clip-path="url(#a-c)"></circle>',
  ]) {
    const red = await redIn(await draw([markup]));
    assert.ok(
      isNear(red, { left: 20, top: 30, right: 59, bottom: 39 }, 1),
      `${markup}: ${JSON.stringify(red)}`,
    );
  }
});

test('[PAGE-29] text is written, in any script', async () => {
  const ink = async (text: string) => draw([`<text x="20" y="60" font-size="24">${text}</text>`]);
  const drawn = await Promise.all(['', 'Yes', 'Ναι', 'Да', 'כן', 'نعم'].map(ink));
  assert.equal(new Set(drawn.map((bytes) => bytes.toString('base64'))).size, drawn.length);
});

test('[PAGE-29] embedded pictures are drawn, and one that would fill the memory is left out', async () => {
  const dot = await makeImage({ format: 'png', width: 4, height: 4 });
  const image = (bytes: Buffer) =>
    `<image x="100" y="100" width="50" height="50" href="data:image/png;base64,${bytes.toString('base64')}"></image>`;
  assert.notDeepEqual(await draw([image(dot)]), await draw([]));
  const bomb = makeImageBomb({ width: 30_000, height: 30_000 });
  const started = performance.now();
  assert.ok(
    isNear(await redIn(await draw([image(bomb), RED])), { left: 20, top: 30, right: 59, bottom: 39 }, 1),
  );
  assert.ok(performance.now() - started < 5_000);
});

test('[PAGE-29] markup that cannot be drawn costs only itself', async () => {
  for (const broken of [
    '<rect x="1"',
    '<text>\u0001\u000b\ufffe</text>',
    '<text>&nbsp;</text>',
    '</g>',
    '<a:b></a:b>',
  ]) {
    const red = await redIn(await draw([broken, RED, broken]));
    assert.ok(isNear(red, { left: 20, top: 30, right: 59, bottom: 39 }, 1), broken);
  }
});

test('[PAGE-29] nothing is read from the disk or the network for an annotation', async () => {
  const secret = await uploads.put(await makeImage({ format: 'png', width: 40, height: 40 }));
  const blank = await draw([]);
  for (const address of [`file://${secret}`, secret, `${secret}#x`, 'http://127.0.0.1:9/x.png']) {
    assert.deepEqual(
      await draw([`<image x="0" y="0" width="90" height="90" href="${address}"></image>`]),
      blank,
    );
    assert.deepEqual(await draw([`<rect width="9" height="9" fill="url(${address}#a)"></rect>`]), blank);
  }
});

test('an upload that is SVG is read as a file, also after annotations were drawn', async () => {
  await draw([RED]);
  const svg = await uploads.put('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>');
  const inspection = await engine.inspect(svg, { fileName: 'a.png' });
  assert.deepEqual(inspection, { ok: true, mimeType: 'image/svg+xml', pageType: null, pages: [] });
  const options = { mimeType: 'image/png', index: 0, ...box } as const;
  await assert.rejects(engine.render(svg, options), /cannot be decoded/);
});
