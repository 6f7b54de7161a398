import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { createMediaEngine, type MediaEngine } from './index.ts';
import { createUploadFolder, makePdf, type UploadFolder } from './testing/fixtures.ts';
import { byGlyph, chinese, cyrillic, greek, japanese, latin } from './testing/world/pdf-fonts.ts';
import { pictured } from './testing/world/pdf-pictures.ts';
import { singlePage } from './testing/world/single-page.ts';
import { chooseFont, findFonts } from './worker/fonts/system.ts';

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

async function read(pdf: Buffer, index = 0) {
  const path = await uploads.put(pdf);
  const most = { maxBoxes: 100, maxChars: 1_000 };
  const { problems, boxes } = await engine.textBoxes(path, { mimeType, index, ...most });
  const box = { maxWidth: 300, maxHeight: 300, format: 'png' } as const;
  const picture = await engine.render(path, { mimeType, index: 0, ...box });
  return { problems, text: boxes.map(({ text }) => text).join(' '), bytes: picture.bytes };
}

for (const [name, pdf, text] of [
  ['Latin', latin, 'ABCDEFGH'],
  ['Greek', greek, 'ΑΒΓΣΕΖΗΘ'],
  ['Cyrillic', cyrillic, 'АБВГДЕЖЗ'],
  ['glyphs without names', byGlyph, 'АБВГ'],
] as const)
  test(`[PAGE-49] ${name} in a font that is not in the file is drawn`, async () => {
    const blank = await read(singlePage({ size: [300, 100], content: '' }));
    const drawn = await read(pdf());
    assert.equal(drawn.text, text);
    assert.deepEqual(drawn.problems, []);
    assert.notDeepEqual(drawn.bytes, blank.bytes);
  });

const hasFont = (charset: number) =>
  chooseFont(findFonts(['/usr/share/fonts']), charset, false) !== undefined;

for (const [name, pdf, charset] of [
  ['Japanese', japanese, 128],
  ['Chinese', chinese, 134],
] as const)
  test(`[PAGE-49] [PAGE-48] ${name} takes a font of the machine, and says when there is none`, async () => {
    for (const _ of [1, 2]) {
      const { problems } = await read(pdf());
      assert.deepEqual(problems, hasFont(charset) ? [] : ['font']);
    }
    assert.deepEqual((await read(latin())).problems, [], 'the next page');
  });

test('[PAGE-49] fonts of the machine are found by the scripts that they are made for', async () => {
  const dejavu = readFileSync(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
  const folder = await mkdtemp(join(tmpdir(), 'ringbinder-fonts-'));
  const tables = dejavu.readUInt16BE(4);
  const at = Array.from({ length: tables }, (_, index) => 12 + 16 * index).find(
    (entry) => dejavu.toString('latin1', entry, entry + 4) === 'OS/2',
  );
  assert.ok(at !== undefined);
  const pages = dejavu.readUInt32BE(at + 8) + 78;
  dejavu.writeUInt32BE((dejavu.readUInt32BE(pages) | (1 << 17)) >>> 0, pages);
  const path = join(folder, 'japanese.ttf');
  await writeFile(path, dejavu);
  await writeFile(join(folder, 'broken.ttf'), 'no font');
  const fonts = findFonts([folder, `${folder}/not-there`]);
  assert.equal(chooseFont(fonts, 128, true)?.path, path);
  assert.equal(chooseFont(fonts, 134, false), undefined);
  await rm(folder, { recursive: true });
});

test('[PAGE-48] a picture that cannot be decoded is a problem of its page, and the rest is shown', async () => {
  for (const pdf of [
    pictured('JPXDecode', 'no picture', ''),
    pictured('DCTDecode', 'no picture'),
    pictured('JBIG2Decode', 'no picture', '/ColorSpace/DeviceGray/BitsPerComponent 1'),
    pictured('JBIG2Decode', Buffer.alloc(2_000, 0x5a), '/ColorSpace/DeviceGray/BitsPerComponent 1'),
    pictured('NewDecode', 'no picture'),
  ]) {
    const { problems, text } = await read(pdf);
    assert.deepEqual(problems, ['picture']);
    assert.equal(text, 'Quarterly report');
  }
});

test('[PAGE-48] a page that is not in its file is a problem', async () => {
  assert.deepEqual((await read(makePdf(), 7)).problems, ['page']);
});
