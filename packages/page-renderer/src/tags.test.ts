import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFPage,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { afterAll, beforeAll, test } from 'vitest';
import { createMediaEngine, type ExportedPage, type MediaEngine } from './index.ts';
import { withEngine } from './testing/engine-watch.ts';
import { createUploadFolder, makePdf, makeTaggedPdf, type UploadFolder } from './testing/fixtures.ts';
import { copyTags } from './worker/tags/copy-tags.ts';

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

async function treeOf(path: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('pdfinfo', ['-struct-text', path]);
  return stdout
    .split('\n')
    .map((line) => line.replace(/^( *)(\w+) \((?:block|inline)\)/, '$1$2').replace(/Object \d+/, 'Object'))
    .filter((line) => line !== '' && !line.trim().startsWith('/'))
    .map((line) => line.replace(/:$/, ''));
}

const MARKUP = JSON.stringify(['<rect x="20" y="30" width="40" height="10" fill="red"></rect>']);

async function exported(sources: readonly [path: string, index: number][]): Promise<string> {
  const path = await uploads.put('');
  await exportTo(path, sources);
  return path;
}

async function exportTo(path: string, sources: readonly [path: string, index: number][]): Promise<void> {
  const markup = { path: await uploads.put(MARKUP), start: 0, bytes: MARKUP.length };
  const pages = sources.map(([path, index], at): ExportedPage => {
    return { ...pageOf(path, index), id: at + 1, markup };
  });
  const bytes = await engine.exportPdf(pages, { path });
  assert.equal((await readFile(path)).length, bytes);
}

function pageOf(path: string, index: number): ExportedPage {
  const source = { from: 'file', path, mimeType: 'application/pdf', index } as const;
  return { id: 1, source, width: 400, height: 300, markup: null };
}

async function opened(path: string) {
  const document = await PDFDocument.load(await readFile(path), { updateMetadata: false });
  const root = document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
  const elements = document.context
    .enumerateIndirectObjects()
    .flatMap(([, each]) => (each instanceof PDFDict && each.has(PDFName.of('S')) ? [each] : []));
  const textsOf = (key: string) =>
    elements
      .map((each) => each.lookup(PDFName.of(key)))
      .filter((value) => value instanceof PDFString || value instanceof PDFHexString)
      .map((value) => value.decodeText());
  return { document, root, textsOf };
}

function contentOf({ node }: PDFPage): string {
  const contents = node.Contents();
  const parts = contents instanceof PDFArray ? contents.asArray() : [contents];
  return parts
    .map((part) => node.context.lookup(part))
    .flatMap((part) => (part instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(part).decode()) : []))
    .join('\n');
}

test('[PAGE-78] the PDF of pages has the tags, language and title of its source, and drawings are no content', async () => {
  const source = await uploads.put(makeTaggedPdf());
  const path = await exported([0, 1, 2].map((index) => [source, index]));
  assert.deepEqual(await treeOf(path), await treeOf(source));
  const { document, root, textsOf } = await opened(path);
  assert.equal(document.getTitle(), 'Kreditvertrag');
  assert.equal(String(document.catalog.lookup(PDFName.of('Lang'), PDFHexString).decodeText()), 'de-DE');
  assert.equal(String(document.catalog.lookup(PDFName.of('MarkInfo'))).includes('/Suspects'), false);
  assert.equal(String(root.lookup(PDFName.of('RoleMap'), PDFDict).get(PDFName.of('Titel'))), '/H1');
  assert.deepEqual(textsOf('Alt'), ['A chart']);
  const [first] = document.getPages();
  const [link] = first?.node.lookup(PDFName.of('Annots'), PDFArray).asArray() ?? [];
  assert.ok(document.context.lookup(link, PDFDict).has(PDFName.of('StructParent')));
  assert.ok(first && contentOf(first).includes('/Artifact BMC'));
});

test('[PAGE-78] one page of a file has the elements with content on it', async () => {
  const source = await uploads.put(makeTaggedPdf());
  const trees = await Promise.all(
    [0, 1, 2].map(async (index) =>
      treeOf(await uploads.put((await engine.extractPdfPage(source, index)).bytes)),
    ),
  );
  assert.deepEqual(trees, [
    ['Document', '  H1', '    "Heading"', '  P', '    "Begin"', '  Link', '    "Link"', '    Object 0'],
    ['Document', '  P', '    "End"', '  Figure', '    "Chart"'],
    [
      ...['Document', '  Table', '    TR', '      TH <h1>', '        "Item"', '    TR'],
      ...['      TD', '        "Interest"', '      TD', '        "5 %"', '      TD'],
    ],
  ]);
});

test('[PAGE-78] the PDF of pages of several files has the tags of each', async () => {
  const german = await uploads.put(makeTaggedPdf());
  const french = await uploads.put(
    makeTaggedPdf({
      language: 'fr',
      title: 'Prêt',
      tree: { 12: '<</S/Titel/P 11 0 R/Pg 4 0 R/K 0/ID(x)>>' },
    }),
  );
  const plain = await uploads.put(makePdf({ width: 400, height: 300 }));
  const path = await exported([
    [german, 2],
    [plain, 0],
    [french, 2],
    [french, 0],
    [german, 2],
  ]);
  const tree = await treeOf(path);
  assert.deepEqual(
    tree.filter((line) => /^\S|"|TH/.test(line)).map((line) => line.trim()),
    [
      ...['Document', 'TH <h1>', '"Item"', '"Interest"', '"5 %"'],
      ...['Document', '"Heading"', '"Begin"', '"Link"', 'TH <2-h1>', '"Item"', '"Interest"', '"5 %"'],
      ...['Document', 'TH <3-h1>', '"Item"', '"Interest"', '"5 %"'],
    ],
  );
  assert.deepEqual((await opened(path)).textsOf('Lang'), ['de-DE', 'fr', 'de-DE']);
});

test('[PAGE-78] title and language are those of the source only if it has all pages', async () => {
  const source = await uploads.put(
    makeTaggedPdf({ tree: { 13: '<</S/P/P 11 0 R/Pg 4 0 R/K[1]>>', 15: '<</S/Figure/P 11 0 R>>' } }),
  );
  const plain = await uploads.put(makePdf({ width: 400, height: 300 }));
  for (const [other, title, language, marks] of [
    [[source, 1], 'Kreditvertrag', 'de-DE', '<<\n/Marked true\n>>'],
    [[plain, 0], undefined, undefined, '<<\n/Marked true\n/Suspects true\n>>'],
  ] as const) {
    const { document } = await opened(await exported([[source, 0], [...other]]));
    assert.equal(document.getTitle(), title);
    const found = document.catalog.lookup(PDFName.of('Lang'));
    assert.equal(found instanceof PDFHexString ? found.decodeText() : undefined, language);
    assert.equal(String(document.catalog.lookup(PDFName.of('MarkInfo'))), marks);
    assert.equal(document.catalog.getViewerPreferences()?.getDisplayDocTitle() ?? false, title !== undefined);
  }
});

test('[PAGE-78] a damaged source does not remove the tags of the others', async () => {
  const sound = await uploads.put(makeTaggedPdf());
  const untitled = await uploads.put(makeTaggedPdf({ tree: { 25: '<</Title 5>>' } }));
  // pdfium reads this object as a page, but pdf-lib does not.
  const typeless =
    '<</Parent 2 0 R/MediaBox[0 0 400 300]/Contents 7 0 R/Resources<</Font<</F 3 0 R>>>>/StructParents 0>>';
  const fewer = await uploads.put(makeTaggedPdf({ tree: { 4: typeless } }));
  const tree = await treeOf(
    await exported([
      [untitled, 2],
      [fewer, 1],
      [sound, 1],
    ]),
  );
  assert.deepEqual(
    tree.filter((line) => line.includes('"')).map((line) => line.trim()),
    ['"Item"', '"Interest"', '"5 %"', '"End"', '"Chart"'],
  );
});

test('[PAGE-78] numbers of content without an element count as content', async () => {
  const source = await uploads.put(makeTaggedPdf({ tree: { 12: '<</S/P/P 11 0 R/Pg 4 0 R/K[0 100000]>>' } }));
  const lengths = await Promise.all(
    [2, 21].map(async (count) => {
      const path = await exported(Array.from({ length: count }, () => [source, 0]));
      return (await treeOf(path)).length;
    }),
  );
  assert.ok(Number(lengths[0]) > 0);
  assert.equal(lengths[1], 0);
});

test('[PAGE-78] a PDF is complete if its tags cannot be written', async () => {
  const source = await uploads.put(makeTaggedPdf());
  const path = await uploads.put('');
  await mkdir(`${path}.tagged`);
  await exportTo(path, [[source, 0]]);
  assert.deepEqual(await treeOf(path), []);
  const [text] = await engine.texts(path, { mimeType: 'application/pdf', indexes: [0], maxChars: 99 });
  assert.match(String(text), /Heading/);
});

test('[PAGE-93] copying tags fails if the source cannot be read, and not if it is damaged', async () => {
  const path = await uploads.put('%PDF-1.7 damaged');
  const copy = (path: string) => copyTags(makePdf(), [{ path, count: 1, pages: [{ index: 0, place: 0 }] }]);
  assert.equal(await copy(path), null);
  await assert.rejects(copy(`${path}.deleted`), { code: 'ENOENT' });
});

test('[PAGE-93] a PDF is complete if copying its tags takes all memory', async () => {
  const objects = deflateSync(`26 0 [${'<<>>'.repeat(1_000_000)}]`);
  const dictionary = '/Type/ObjStm/N 1/First 5/Filter/FlateDecode';
  const source = await uploads.put(makeTaggedPdf({ tree: { 27: { dictionary, data: objects } } }));
  await withEngine({ workers: 1, timeoutMs: 120_000 }, async (engine, _, warnings) => {
    const page = await engine.extractPdfPage(source, 1);
    assert.ok(page.lacksTags);
    const single = await uploads.put(page.bytes);
    const path = await uploads.put('');
    await engine.exportPdf([pageOf(source, 1)], { path });
    for (const each of [single, path]) {
      const [text] = await engine.texts(each, { mimeType: 'application/pdf', indexes: [0], maxChars: 99 });
      assert.match(String(text), /Chart/);
      assert.deepEqual(await treeOf(each), []);
    }
    const outcomes = warnings.map(({ op, outcome }) => [op, outcome]);
    assert.deepEqual(outcomes, [
      ['extract', 'crashed'],
      ['export', 'crashed'],
    ]);
  });
});

test('[PAGE-78] a form that is filled has the tags of its source', async () => {
  const catalog =
    '<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R/AcroForm<</Fields[22 0 R]/DA(/F 9 Tf)/DR<</Font<</F 3 0 R>>>>>>>>';
  const field =
    '<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/TU(Your name)/Rect[50 150 120 180]/DA(/F 9 Tf)/P 4 0 R/StructParent 3>>';
  const source = await uploads.put(makeTaggedPdf({ tree: { 1: catalog, 22: field } }));
  const target = await uploads.put('');
  assert.deepEqual(await engine.fillForm(source, { target, values: { name: 'Ben' } }), { type: 'filled' });
  assert.deepEqual(await treeOf(target), await treeOf(source));
});

test('[PAGE-78] drawings over a page are figures with their text in the structure tree', async () => {
  const source = await uploads.put(makeTaggedPdf());
  const overlay = { path: await uploads.put(makePdf({ text: 'over' })), target: await uploads.put('') };
  const pages = [{ index: 1, width: 400, height: 300, alt: 'Blumenthal' }];
  await engine.drawOver(source, { pages, overlay });
  const tree = await treeOf(overlay.target);
  assert.deepEqual(tree, [...(await treeOf(source)), '  Figure', '    ""']);
  assert.deepEqual((await opened(overlay.target)).textsOf('Alt'), ['A chart', 'Blumenthal']);
});

test('[PAGE-78] a damaged structure tree does not prevent the PDF', async () => {
  const deep = Array.from({ length: 3_000 }, () => '<</S/Div/K[').join('') + ']>>'.repeat(3_000);
  for (const tree of [
    { 10: '<</K 10 0 R>>' },
    { 10: '(none)' },
    { 11: '<</S/Document/P 10 0 R/K[11 0 R 12 0 R 99 0 R null (x) -1 1.5]>>' },
    { 12: '<</S(x)/Pg 99 0 R/K[0 1000000000]>>', 13: '<</S/P/Pg 4 0 R/K[<</Type/MCR>><</Type/OBJR>>[0]]>>' },
    { 12: `<</S/Div/Pg 4 0 R/K[${deep}]>>` },
    { 15: '<</S/Figure/Pg 5 0 R/K[1]/A 15 0 R/C[15 0 R]/NS 15 0 R/Alt 8 0 R>>' },
  ] as Record<number, string>[]) {
    const source = await uploads.put(makeTaggedPdf({ tree }));
    const path = await exported([0, 1, 2].map((index) => [source, index]));
    const texts = await engine.texts(path, { mimeType: 'application/pdf', indexes: [0, 2], maxChars: 99 });
    assert.match(texts.join(' '), /Heading.*Interest/s, JSON.stringify(tree).slice(0, 99));
  }
});
