import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { createMediaEngine, type Inspection, type MediaEngine, MediaUnreadable } from '../../index.ts';
import { isRunning, withEngine } from '../../testing/engine-watch.ts';
import {
  createUploadFolder,
  makeCyclicPdf,
  makeDeepPdf,
  makeEncryptedPdf,
  makeFormBombPdf,
  makeLyingCountPdf,
  makeObjectStreamBombPdf,
  makePdf,
  truncated,
  type UploadFolder,
} from '../../testing/fixtures.ts';
import { pixelsOf } from '../../testing/pixels.ts';

let uploads: UploadFolder;
let engine: MediaEngine;

beforeAll(async () => {
  uploads = await createUploadFolder();
  engine = createMediaEngine({ workers: 1, processorTime: () => performance.now() });
});
afterAll(async () => {
  await engine.close();
  await uploads.remove();
});

const mimeType = 'application/pdf';

async function inspect(bytes: Buffer): Promise<Inspection> {
  return engine.inspect(await uploads.put(bytes), { fileName: 'a.pdf' });
}

async function refusal(bytes: Buffer): Promise<string> {
  const inspection = await inspect(bytes);
  assert.ok(!inspection.ok, 'the file was accepted');
  return `${inspection.kind}: ${inspection.reason}`;
}

async function onlyPage(bytes: Buffer) {
  const inspection = await inspect(bytes);
  assert.ok(inspection.ok, 'the file was refused');
  assert.equal(inspection.pages.length, 1);
  return inspection.pages[0];
}

test('[FILE-6] a PDF is a page for each of its pages', async () => {
  const pages = new Array(3).fill({ width: 595.28, height: 841.89 });
  const expected = { ok: true, mimeType, pageType: 'PAGE_TYPE_PDF', pages };
  assert.deepEqual(await inspect(makePdf({ pages: 3, width: 595.276, height: 841.89 })), expected);
});

test('[FILE-6] the size of a page is what is shown: rotated and cropped', async () => {
  assert.deepEqual(await onlyPage(makePdf({ width: 300, height: 500, rotate: 90 })), {
    width: 500,
    height: 300,
  });
  const cropBox = [10, 20, 110, 220] as const;
  assert.deepEqual(await onlyPage(makePdf({ cropBox })), { width: 100, height: 200 });
  assert.deepEqual(await onlyPage(makePdf({ cropBox, rotate: 270 })), { width: 200, height: 100 });
});

test('a PDF that is cut off anywhere is refused', async () => {
  const whole = makePdf({ pages: 20, text: 'x'.repeat(500) });
  const cut = 'invalid: the PDF is cut off: its end is missing';
  for (const share of [0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99]) {
    assert.equal(await refusal(truncated(whole, share)), cut, `at ${share}`);
  }
  for (const missing of [2, 5, 8, 12, 20]) {
    assert.equal(await refusal(whole.subarray(0, -missing)), cut, `${missing} bytes missing`);
  }
});

test('a PDF that is cut off in an update behind its end is refused', async () => {
  const updating = Buffer.concat([makePdf(), Buffer.from('3 0 obj\n<</Type/Font/Subty')]);
  assert.equal(await refusal(updating), 'invalid: the PDF is cut off: its end is missing');
});

test('a PDF that is shorter than it says is refused, though its beginning ends like a PDF', async () => {
  const linearized = makePdf({ head: '%PDF-1.7\n<</Linearized 1/L 90000/N 5>>\n' });
  assert.equal(await refusal(linearized), 'invalid: the PDF is cut off: its end is missing');
});

test('a PDF that needs a password is refused; one that asks for it only to be changed is not', async () => {
  assert.equal(await refusal(await makeEncryptedPdf()), 'encrypted: the PDF is encrypted');
  assert.deepEqual(await onlyPage(await makeEncryptedPdf({ toOpen: false })), { width: 612, height: 792 });
});

test('a PDF without its pages is refused', async () => {
  assert.equal(
    await refusal(makeLyingCountPdf(50)),
    'invalid: the PDF is damaged: page 2 of 50 cannot be found',
  );
  assert.equal(await refusal(makeCyclicPdf()), 'invalid: the PDF is damaged: page 1 of 2 cannot be found');
  assert.equal(await refusal(makeDeepPdf(5000)), 'invalid: the PDF is damaged: page 1 of 1 cannot be found');
  assert.equal(await refusal(makePdf({ pages: 0 })), 'invalid: the PDF has no pages');
  const empty = Buffer.from('%PDF-1.7\nstartxref\n0\n%%EOF\n');
  assert.equal(await refusal(empty), 'invalid: the PDF is damaged');
});

test('a PDF with a wrong table or a deep tree is read as any reader would', async () => {
  const moved = Buffer.from(makePdf().toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
  assert.deepEqual(await onlyPage(moved), { width: 612, height: 792 });
  assert.deepEqual(await onlyPage(makeDeepPdf(1000)), { width: 612, height: 792 });
});

test('a PDF of more pages than allowed is refused with both numbers', async () => {
  const reason = (pages: string) => `too_large: the PDF has ${pages} pages; at most 1,000 are allowed`;
  assert.equal(await refusal(makePdf({ pages: 2000 })), reason('2,000'));
  assert.equal(await refusal(makeLyingCountPdf(1_000_000)), reason('1,000,000'));
  const thousand = await inspect(makePdf({ pages: 1000 }));
  assert.ok(thousand.ok && thousand.pages.length === 1000);
});

test('pages of up to 14,400 points are taken, larger ones and empty ones refused', async () => {
  const side = 14_400;
  assert.deepEqual(await onlyPage(makePdf({ width: side, height: side })), { width: side, height: side });
  const claim = 'too_large: page 1 of the PDF is 20,000 × 500 points; at most 14,400 are allowed';
  assert.equal(await refusal(makePdf({ width: 20_000, height: 500 })), claim);
  assert.equal(
    await refusal(makePdf({ width: 0.001, height: 500 })),
    'invalid: page 1 of the PDF has no size',
  );
});

test('the picture of a 14,400-point page stays within the box and within the bound of pixels', async () => {
  const path = await uploads.put(makePdf({ width: 14_400, height: 14_400 }));
  const small = await engine.render(path, {
    mimeType,
    index: 0,
    maxWidth: 320,
    maxHeight: 200,
    format: 'webp',
  });
  assert.deepEqual([small.width, small.height], [200, 200]);
  const large = await engine.render(path, {
    mimeType,
    index: 0,
    maxWidth: 1e9,
    maxHeight: 1e9,
    format: 'jpeg',
  });
  assert.deepEqual([large.width, large.height], [4000, 4000]);
});

test('[FILE-21] a PDF that eats all memory is refused, and the next one is read', async () => {
  const reasons =
    /^(invalid: the file is damaged or needs too much memory|too_slow: the file takes too long to read)$/;
  assert.match(String(await refusal(makeFormBombPdf())), reasons);
  assert.deepEqual(await onlyPage(makePdf()), { width: 612, height: 792 });
});

test('[FILE-21] what a PDF may eat is bounded', { skip: process.platform !== 'linux' }, async () => {
  // On a busy machine, the default time limit would be reached before the memory limit.
  await withEngine({ timeoutMs: 50_000 }, async (own, workers) => {
    const path = await uploads.put(makeObjectStreamBombPdf(2e9));
    const inspection = own.inspect(path, { fileName: 'a.pdf' });
    let peak = 0;
    await until('the worker is broken', async () => {
      const status = await readFile(`/proc/${workers[0]}/status`, 'utf8').catch(() => '');
      const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
      peak = Math.max(peak, kilobytes / 1024);
      return !isRunning(workers[0]);
    });
    assert.equal((await inspection).ok, false);
    assert.ok(peak > 100 && peak < 900, `${Math.round(peak)} MiB`);
  });
});

test('a page is drawn to fill the box, dark on white', async () => {
  const path = await uploads.put(makePdf({ pages: 2, width: 300, height: 100, text: 'WWWWWWWWW' }));
  for (const format of ['webp', 'png', 'jpeg'] as const) {
    const page = await engine.render(path, { mimeType, index: 1, maxWidth: 600, maxHeight: 600, format });
    assert.deepEqual([page.mimeType, page.width, page.height], [`image/${format}`, 600, 200]);
    const { levels, width, height } = await pixelsOf(page.bytes);
    assert.deepEqual([width, height], [600, 200]);
    assert.ok(Math.min(...levels) < 60 && Math.max(...levels) > 250, 'there is ink on white paper');
  }
});

test('a page is extracted as a PDF of its own', async () => {
  const path = await uploads.put(makePdf({ pages: 5, width: 200, height: 100, rotate: 90 }));
  const { bytes: extracted } = await engine.extractPdfPage(path, 3);
  assert.deepEqual(await onlyPage(extracted), { width: 100, height: 200 });
  const picture = async (from: string, index: number) =>
    (await engine.render(from, { mimeType, index, maxWidth: 400, maxHeight: 400, format: 'png' })).bytes;
  assert.deepEqual(await picture(await uploads.put(extracted), 0), await picture(path, 3));
  assert.notDeepEqual(await picture(path, 3), await picture(path, 4));
});

test('a page that is not there, or whose file has become something else, is unreadable', async () => {
  const path = await uploads.put(makePdf({ pages: 2 }));
  const box = { maxWidth: 100, maxHeight: 100, format: 'webp' } as const;
  for (const index of [2, -1, 2 ** 31]) {
    await assert.rejects(engine.render(path, { mimeType, index, ...box }), MediaUnreadable);
    await assert.rejects(engine.extractPdfPage(path, index), MediaUnreadable);
  }
  const text = await uploads.put('not a PDF');
  await assert.rejects(engine.render(text, { mimeType, index: 0, ...box }), MediaUnreadable);
  await assert.rejects(engine.extractPdfPage(text, 0), MediaUnreadable);
});
