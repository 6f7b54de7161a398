import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { createMediaEngine, MediaBusy, type MediaEngine, MediaTimeout, MediaUnreadable } from './index.ts';
import {
  createUploadFolder,
  makeCyclicPdf,
  makeDeepPdf,
  makeEncryptedPdf,
  makeLyingCountPdf,
  makePdf,
  truncated,
  type UploadFolder,
} from './testing/fixtures.ts';
import { makeObjectStreamBombPdf } from './testing/pdf-bombs.ts';
import { signature } from './testing/world/pdf-forms.ts';

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

const pages = [{ index: 0, width: 612, height: 792 }];

async function drawOver(pdf: Uint8Array): Promise<string> {
  const overlay = { path: await uploads.put(makePdf({ text: 'over' })), target: await uploads.put('') };
  await engine.drawOver(await uploads.put(pdf), { pages, overlay });
  return overlay.target;
}

test('[TX-93] pages of a PDF are drawn over those of another one, which keeps its words', async () => {
  const target = await drawOver(makePdf({ pages: 2, text: 'under' }));
  const read = { mimeType: 'application/pdf', indexes: [0, 1], maxChars: 1_000 };
  const [first = '', second = ''] = await engine.texts(target, read);
  assert.match(first, /under.*over|over.*under/s);
  assert.doesNotMatch(second, /over/);
  assert.ok((await readFile(target)).subarray(0, 5).equals(Buffer.from('%PDF-')));
});

test('[TX-91] encrypted, digitally signed, damaged and hostile PDFs are refused, and the next one works', async () => {
  const refusals: [name: string, pdf: Uint8Array][] = [
    ['encrypted', await makeEncryptedPdf()],
    ['encrypted for changes', await makeEncryptedPdf({ toOpen: false })],
    ['digitally signed', signature()],
    ['no PDF', Buffer.from('a text')],
    ['without a page', truncated(makePdf(), 0.1)],
  ];
  for (const [name, pdf] of refusals) await assert.rejects(drawOver(pdf), MediaUnreadable, name);
  const isRefused = (error: unknown) =>
    error instanceof MediaUnreadable || error instanceof MediaTimeout || error instanceof MediaBusy;
  for (const pdf of [
    makeCyclicPdf(),
    makeDeepPdf(5_000),
    makeLyingCountPdf(1_000_000),
    truncated(makePdf({ pages: 3 }), 0.6),
    makeObjectStreamBombPdf(256 * 1024 ** 2),
  ])
    await drawOver(pdf).catch((error: unknown) => assert.ok(isRefused(error), String(error)));
  await drawOver(makePdf());
});
