import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, test } from 'vitest';
import { createMediaEngine, type ExportedPage, MediaBusy, type MediaEngine, MediaTimeout } from './index.ts';
import { untilExited, withEngine } from './testing/engine-watch.ts';
import {
  createUploadFolder,
  makeImage,
  makePdf,
  makeSlowPdf,
  pdfOf,
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

const plainPhoto = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#cde' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

const RED = '<rect x="20" y="30" width="40" height="10" fill="red"></rect>';
const MARK = { left: 20, top: 30, right: 59, bottom: 39 };

let count = 0;
type DrawnPage = Omit<ExportedPage, 'id' | 'markup'> & { markup: readonly string[] };

async function stored({ markup, ...page }: DrawnPage): Promise<ExportedPage> {
  const before = 'of another page, ä';
  const text = JSON.stringify(markup);
  const path = await uploads.put(`${before}${text}${before}`);
  const place = { path, start: Buffer.byteLength(before), bytes: Buffer.byteLength(text) };
  return { ...page, id: 7, markup: markup.length > 0 ? place : null };
}

async function written(pages: DrawnPage[]) {
  const folder = join(await uploads.put(''), '..');
  const path = join(folder, `export-${++count}.pdf`);
  const bytes = await engine.exportPdf(await Promise.all(pages.map(stored)), { path });
  assert.equal((await readFile(path)).length, bytes);
  const inspection = await engine.inspect(path, { fileName: 'a.pdf' });
  assert.ok(inspection.ok && inspection.mimeType === 'application/pdf', JSON.stringify(inspection));
  const picture = async (index: number) => {
    const { width = 0, height = 0 } = inspection.pages[index] ?? {};
    const box = { maxWidth: Math.round(width), maxHeight: Math.round(height), format: 'png' } as const;
    return (await engine.render(path, { mimeType: 'application/pdf', index, ...box })).bytes;
  };
  const texts = (indexes: number[]) =>
    engine.texts(path, { mimeType: 'application/pdf', indexes, maxChars: 5_000 });
  return { path, pages: inspection.pages, picture, texts };
}

const ofPdf = (path: string, index: number, width: number, height: number, markup = [RED]): DrawnPage => ({
  source: { from: 'file', path, mimeType: 'application/pdf', index },
  width,
  height,
  markup,
});

const SHAPES: [shape: string, width: number, height: number, content?: string][] = [
  ['/MediaBox[0 0 400 300]', 400, 300],
  ['/MediaBox[0 0 400 300]/Rotate 90', 300, 400],
  ['/MediaBox[0 0 400 300]/Rotate 180', 400, 300],
  ['/MediaBox[0 0 400 300]/Rotate 270', 300, 400],
  ['/MediaBox[0 0 400 300]/Rotate -90', 300, 400],
  ['/MediaBox[100 200 500 500]', 400, 300],
  ['/MediaBox[-400 -300 0 0]/Rotate 90', 300, 400],
  ['/MediaBox[0 0 400 300]/CropBox[50 60 350 260]', 300, 200],
  ['/MediaBox[-50 -20 400 300]/CropBox[10 20 310 220]/Rotate 90', 200, 300],
  ['/MediaBox[-50 -20 400 300]/CropBox[10 20 310 220]/Rotate 270', 200, 300],
  ['/MediaBox[0 0 200 150]/CropBox[-100 -100 900 900]', 200, 150],
  ['/MediaBox[0 0 400 300]', 400, 300, 'q 2 0 0 2 30 40 cm 0.5 g'],
  ['/MediaBox[0 0 400 300]', 400, 300, '3 0 0 3 100 100 cm 0 0 50 50 re W n'],
  ['/MediaBox[0 0 400 300]/Rotate 90', 300, 400, 'q q q 0 1 -1 0 0 0 cm Q Q Q Q Q'],
  ['/MediaBox[0 0 400 300]', 400, 300, '/None gs 0 Tr 5 w [3] 0 d BT 50 50 Td'],
];

test('[PAGE-28] an annotation lies at its place on pages of every shape', async () => {
  const objects = SHAPES.flatMap(([shape, , , content = '0.9 g 0 0 20 20 re f'], index) => [
    `<</Type/Page/Parent 2 0 R${shape}/Contents ${4 + 2 * index} 0 R>>`,
    { dictionary: '', data: content },
  ]);
  const kids = SHAPES.map((_, index) => `${3 + 2 * index} 0 R`);
  const tree = `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${kids.length}>>`;
  const path = await uploads.put(pdfOf(['<</Type/Catalog/Pages 2 0 R>>', tree, ...objects]));
  const { pages, picture } = await written(
    SHAPES.map(([, width, height], index) => ofPdf(path, index, width, height)),
  );
  for (const [index, [shape, width, height, content]] of SHAPES.entries()) {
    assert.deepEqual(pages[index], { width, height });
    const red = await redIn(await picture(index));
    assert.ok(isNear(red, MARK, 2), `${shape} ${content ?? ''}: ${JSON.stringify(red)}`);
  }
});

test('[PAGE-28] pages of other kinds have their annotations in place too', async () => {
  const image = await uploads.put(await plainPhoto(500, 300));
  const note = await uploads.put('Hello there\n'.repeat(60));
  const file = (path: string, mimeType: string) => ({ from: 'file', path, mimeType, index: 0 }) as const;
  const placeholder = { icon: 'link', title: 'T', detail: 'd', address: 'https://example.com/' } as const;
  const size = { width: 640, height: 360 };
  const { pages, picture, texts } = await written([
    { source: file(image, 'image/jpeg'), width: 300, height: 500, markup: [RED], caption: 'Name · 1:02' },
    { source: file(note, 'text/plain'), width: 612, height: 792, markup: [RED] },
    { source: { from: 'card', placeholder: { ...placeholder, size } }, ...size, markup: [RED] },
    { source: { from: 'blank', size }, ...size, markup: [RED] },
  ]);
  assert.deepEqual(pages, [
    { width: 300, height: 500 },
    { width: 612, height: 792 },
    { width: 612, height: 792 }, // continuation of the note
    size,
    size,
  ]);
  for (const index of [0, 1, 3, 4]) {
    const red = await redIn(await picture(index));
    assert.ok(isNear(red, MARK, 2), `${index}: ${JSON.stringify(red)}`);
  }
  assert.equal(await redIn(await picture(2)), null);
  const [caption, first, rest, link] = await texts([0, 1, 2, 3]);
  assert.equal(caption?.trim(), 'Name · 1:02');
  assert.equal(first?.match(/Hello there/g)?.length, 52);
  assert.equal(rest?.match(/Hello there/g)?.length, 8);
  assert.match(link ?? '', /^T.?\s*d/);
});

test('[PAGE-28] pages of a PDF stay text, in the order that is asked for, with what they share once', async () => {
  const one = await uploads.put(makePdf({ pages: 4, text: 'alpha' }));
  const other = await uploads.put(makePdf({ pages: 2, text: 'beta' }));
  const order = [
    [one, 2],
    [one, 0],
    [other, 1],
    [one, 3],
    [other, 0],
  ] as const;
  const { texts } = await written(order.map(([path, index]) => ofPdf(path, index, 612, 792, [])));
  assert.deepEqual(
    (await texts([0, 1, 2, 3, 4])).map((text) => text.trim()),
    ['Page 3 alpha', 'Page 1 alpha', 'Page 2 beta', 'Page 4 alpha', 'Page 1 beta'],
  );
});

test('[PAGE-28] a note is written in letters of every alphabet, and can be searched', async () => {
  const text = 'Zażółć gęślą jaźń\nΕλληνικά και Кириллица\nשלום עולם\n日本語';
  const note = await uploads.put(text);
  const source = { from: 'file', path: note, mimeType: 'text/plain', index: 0 } as const;
  const { texts, picture } = await written([{ source, width: 612, height: 792, markup: [] }]);
  const [found] = await texts([0]);
  assert.match(found ?? '', /Zażółć gęślą jaźń\s+Ελληνικά και Кириллица/);
  const other = await uploads.put(text.replace('שלום', 'שלוס'));
  const changed = await written([
    { source: { ...source, path: other }, width: 612, height: 792, markup: [] },
  ]);
  assert.notDeepEqual(await picture(0), await changed.picture(0));
});

test('[PAGE-28] a text of many thousand lines is cut, and says so', async () => {
  const note = await uploads.put('\n'.repeat(20_000));
  const source = { from: 'file', path: note, mimeType: 'text/plain', index: 0 } as const;
  const { pages, texts } = await written([{ source, width: 612, height: 792, markup: [] }]);
  assert.equal(pages.length, 100);
  assert.match((await texts([99]))[0] ?? '', /its first 100 pages/);
});

test('[PAGE-28] an image larger than a page of PDF may be is made to fit', async () => {
  const wide = await uploads.put(await makeImage({ format: 'png', width: 16_000, height: 20 }));
  const source = { from: 'file', path: wide, mimeType: 'image/png', index: 0 } as const;
  const { pages } = await written([{ source, width: 16_000, height: 20, markup: [RED] }]);
  assert.deepEqual(pages, [{ width: 14_400, height: 18 }]);
});

test('[PAGE-28] pages that are drawn all over are written within seconds, and within memory', async () => {
  const path = await uploads.put(makePdf({ pages: 30, text: 'lorem ipsum' }));
  const all = '<path d="M0 0L612 792M612 0L0 792" stroke="red" stroke-width="3"></path>';
  const started = performance.now();
  const { pages, path: target } = await written(
    Array.from({ length: 30 }, (_, index) => ofPdf(path, index, 612, 792, [all])),
  );
  assert.equal(pages.length, 30);
  assert.ok(performance.now() - started < 30_000);
  assert.ok((await readFile(target)).length < 6_000_000);
});

test('[PAGE-28] one export is written at a time, a few wait, and whoever gives up ends it', async () => {
  const path = await uploads.put(makeSlowPdf());
  const page = await stored(ofPdf(path, 0, 612, 792));
  await withEngine({ exportMs: 60_000 }, async (own, workers) => {
    const disconnect = new AbortController();
    const start = (name: string) =>
      own
        .exportPdf([page], { path: `${path}-${name}.pdf`, signal: disconnect.signal })
        .catch((error: unknown) => error);
    const running = Array.from({ length: 6 }, (_, at) => start(`queue-${at}`));
    assert.ok((await Promise.race(running)) instanceof MediaBusy, 'the sixth is too many');
    disconnect.abort(new Error('the caller is gone'));
    const ends = await Promise.all(running);
    assert.equal(ends.filter((end) => (end as Error).message === 'the caller is gone').length, 5);
    await untilExited(workers[0]);
  });
});

test('[PAGE-28] an export that takes too long is given up', async () => {
  const slow = await uploads.put(makeSlowPdf());
  await withEngine({ exportMs: 1_500 }, async (own) => {
    const target = { path: `${slow}-out.pdf` };
    const markup = Array.from(
      { length: 400 },
      () => '<circle r="9000" stroke-dasharray="0.01" stroke="red" fill="none"></circle>',
    );
    const page = {
      source: { from: 'blank', size: { width: 4_000, height: 4_000 } },
      width: 4_000,
      height: 4_000,
      markup,
    } as const;
    await assert.rejects(own.exportPdf([await stored(page)], target), MediaTimeout);
    await rm(target.path, { force: true });
  });
});
