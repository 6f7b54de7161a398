import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { createMediaEngine, type MediaEngine } from './index.ts';
import { createUploadFolder, makePdf, type UploadFolder } from './testing/fixtures.ts';
import { isNear, redIn } from './testing/marks.ts';
import { comment, link, stamp, twoStamps } from './testing/world/pdf-annotations.ts';
import { buttons, sharedField, signature, textField } from './testing/world/pdf-forms.ts';
import {
  condition,
  layeredDrawing,
  layeredField,
  layeredStamps,
  layers,
  nestedLayers,
  sameNames,
} from './testing/world/pdf-layers.ts';
import { FIRST_OBJECT, singlePage } from './testing/world/single-page.ts';

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

const mimeType = 'application/pdf';

async function read(path: string) {
  const inspection = await engine.inspect(path, { fileName: 'a.pdf' });
  assert.ok(inspection.ok && inspection.mimeType === mimeType, JSON.stringify(inspection));
  const { width = 0, height = 0 } = inspection.pages[0] ?? {};
  const box = { maxWidth: Math.round(width), maxHeight: Math.round(height), format: 'png' } as const;
  const { bytes } = await engine.render(path, { mimeType, index: 0, ...box });
  const [text = ''] = await engine.texts(path, { mimeType, indexes: [0], maxChars: 500 });
  return { size: { width, height }, bytes, text: text.replace(/\s+/g, ' ').trim() };
}

async function exported(pdf: Buffer, markup: string[] = []) {
  const path = await uploads.put(pdf);
  const before = await read(path);
  const text = JSON.stringify(markup);
  const stored = { path: await uploads.put(text), start: 0, bytes: Buffer.byteLength(text) };
  const source = { from: 'file', path, mimeType, index: 0 } as const;
  const target = `${path}-out.pdf`;
  await engine.exportPdf([{ id: 1, source, ...before.size, markup: markup.length > 0 ? stored : null }], {
    path: target,
  });
  return { path, target, before, after: await read(target) };
}

const MARK = '<rect x="20" y="30" width="40" height="10" fill="red"></rect>';
const PLACE = { left: 20, top: 30, right: 59, bottom: 39 };

const SIZES = [
  [595.28, 841.89],
  [595.32, 841.92],
  [419.53, 595.28],
  [595.2, 841.68],
  [841.89, 1190.55],
  [612, 792],
  [100.17, 99.83],
  [0.6, 0.6],
] as const;

for (const size of SIZES)
  test(`[PAGE-28] a drawn page of ${size.join(' × ')} points is written with its annotation`, async () => {
    const { after, before } = await exported(singlePage({ size }), [MARK]);
    assert.deepEqual(after.size, before.size);
    if (size[0] > 60) assert.ok(isNear(await redIn(after.bytes), PLACE, 2));
  });

const FORMS: [name: string, pdf: () => Buffer, text: RegExp][] = [
  ['a field with a picture of its value', () => textField({ value: '4711', hasAppearance: true }), /4711/],
  ['a field without one', () => textField({ value: '4711', hasAppearance: false }), /4711/],
  ['a field in two places', () => sharedField('4711'), /4711 4711/],
  ['a signature', signature, /Signed by Ada/],
];
for (const [name, pdf, text] of FORMS)
  test(`[PAGE-45] ${name} is drawn, read and written`, async () => {
    const empty = await read(await uploads.put(singlePage({ size: [300, 200] })));
    const { before, after } = await exported(pdf(), [MARK]);
    assert.notDeepEqual(before.bytes, empty.bytes);
    assert.match(before.text, text);
    assert.match(after.text, text);
    assert.ok(isNear(await redIn(after.bytes), PLACE, 2));
  });

test('[PAGE-45] the words of a field have a place on the page', async () => {
  const path = await uploads.put(textField({ value: '4711', hasAppearance: true }));
  const options = { mimeType, index: 0, maxBoxes: 100, maxChars: 100 };
  const { boxes } = await engine.textBoxes(path, options);
  const box = boxes.find(({ text }) => text === '4711');
  assert.ok(box && box.x >= 100 && box.x + box.width <= 250 && box.y >= 80 && box.y + box.height <= 122);
});

test('[PAGE-45] buttons show their state', async () => {
  const { before, after } = await exported(buttons());
  assert.deepEqual(after.bytes, before.bytes);
  const { bytes } = await read(await uploads.put(singlePage({ size: [300, 200] })));
  assert.notDeepEqual(before.bytes, bytes);
});

for (const [name, pdf] of [
  ['a comment and its pop-up', () => comment()],
  ['a stamp and its pop-up', () => comment('Stamp')],
  ['two stamps in one place', twoStamps],
] as const)
  test(`[PAGE-45] ${name} look the same in a written PDF`, async () => {
    const { before, after } = await exported(pdf());
    assert.deepEqual(after.bytes, before.bytes);
    const drawn = await exported(pdf(), ['<rect x="90" y="70" width="170" height="60" fill="red"></rect>']);
    const red = await redIn(drawn.after.bytes);
    assert.ok(isNear(red, { left: 90, top: 70, right: 259, bottom: 129 }, 2), JSON.stringify(red));
  });

test('[PAGE-45] links to addresses stay', async () => {
  const { target } = await exported(link());
  assert.match((await readFile(target)).toString('latin1'), /example\.com\/terms/);
});

test('[PAGE-45] the frame of a link is drawn where the PDF has one', async () => {
  const { before, after } = await exported(link('/Border[0 0 2]/C[1 0 0]'));
  for (const { bytes } of [before, after])
    assert.ok(isNear(await redIn(bytes), { left: 100, top: 80, right: 249, bottom: 119 }, 2));
  const bare = await exported(link());
  for (const entries of ['', '/Border[0 0 2]/C[1 0 0]/F 2', '/Border[0 0 2]/C[1 0 0]/F 32'])
    assert.deepEqual((await exported(link(entries))).before.bytes, bare.before.bytes, entries);
});

for (const [name, pdf] of [
  ['of the page', layers],
  ['inside of a drawing', nestedLayers],
  ['that is a whole drawing', layeredDrawing],
  ['that is called like another one', sameNames],
  ['by a condition', condition],
] as const)
  test(`[PAGE-46] a layer that is off, ${name}, is neither seen nor found, nor in copies`, async () => {
    const { path, before, after } = await exported(pdf());
    assert.equal(await redIn(before.bytes), null);
    assert.equal(await redIn(after.bytes), null);
    assert.equal(before.text, 'Quarterly report');
    assert.equal(after.text, 'Quarterly report');
    const { bytes } = await engine.extractPdfPage(path, 0);
    assert.deepEqual(bytes, await readFile(path), 'the only page is the file');
  });

for (const [name, pdf, text] of [
  ['a stamp', layeredStamps, 'Quarterly report APPROVED'],
  ['a form field', layeredField, 'Quarterly report'],
] as const)
  test(`[PAGE-46] ${name} of a layer that is off is neither drawn nor read nor written`, async () => {
    const { before, after } = await exported(pdf());
    assert.equal(before.text, text);
    assert.equal(after.text, text);
    assert.deepEqual(after.bytes, before.bytes);
  });

test('[PAGE-45] a stamp that is for printing alone is not on the page', async () => {
  const { before, after } = await exported(stamp('/F 36'));
  assert.equal(before.text, 'Quarterly report');
  assert.deepEqual(after.bytes, before.bytes);
});

test('[PAGE-46] what belongs to a layer that is off is not in the copy of a page', async () => {
  const path = await uploads.put(layers(2));
  const copy = await uploads.put((await engine.extractPdfPage(path, 0)).bytes);
  const { bytes, text } = await read(copy);
  assert.equal(await redIn(bytes), null);
  assert.equal(text, 'Quarterly report');
  await rm(copy);
});

test('[PAGE-47] a page on which pdfium breaks is a picture with its words; the pages around it are copied', async () => {
  const beads = 3_000;
  const ring = Array.from(
    { length: beads },
    (_, at) => `<</Type/Bead/N ${FIRST_OBJECT + ((at + 1) % beads)} 0 R/P 3 0 R>>`,
  );
  const path = await uploads.put(
    singlePage({ size: [300, 200], page: `/B[${FIRST_OBJECT} 0 R]`, objects: ring }),
  );
  const plain = await uploads.put(makePdf({ width: 300, height: 200 }));
  const page = (id: number, path: string) => ({
    id,
    width: 300,
    height: 200,
    markup: null,
    source: { from: 'file', path, mimeType, index: 0 } as const,
  });
  const pictures: unknown[] = [];
  const info = (fields: Record<string, unknown>) => void (fields.pages && pictures.push(fields.pages));
  const log = { info, warn: () => undefined, error: () => undefined };
  const own = createMediaEngine({ workers: 1, log });
  const target = `${path}-out.pdf`;
  await own.exportPdf([page(1, plain), page(2, path), page(3, plain)], { path: target });
  await own.close();
  assert.deepEqual(pictures, [[2]]);
  const texts = await engine.texts(target, { mimeType, indexes: [0, 1, 2], maxChars: 100 });
  assert.deepEqual(
    texts.map((text) => text.trim().replace(/\s+/g, ' ')),
    ['Page 1', 'Quarterly report', 'Page 1'],
  );
});

test('[PAGE-47] a file that is no PDF any more is a sheet that says so', async () => {
  const path = await uploads.put(makePdf());
  const source = { from: 'file', path: await uploads.put('no PDF'), mimeType, index: 0 } as const;
  const size = { width: 300, height: 200 };
  await engine.exportPdf([{ id: 1, source, ...size, markup: null }], { path: `${path}-words.pdf` });
  assert.match((await read(`${path}-words.pdf`)).text, /cannot be shown/);
});
