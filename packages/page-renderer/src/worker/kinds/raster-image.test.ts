import assert from 'node:assert/strict';
import { within } from '@ringbinder/testkit/within.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, test } from 'vitest';
import { createMediaEngine, type Inspection, type MediaEngine, MediaUnreadable } from '../../index.ts';
import {
  createUploadFolder,
  makeAnimatedGif,
  makeAnimatedWebp,
  makeBmp,
  makeFloatTiffHeader,
  makeImage,
  makeImageBomb,
  truncated,
  type UploadFolder,
} from '../../testing/fixtures.ts';
import { pixelsOf } from '../../testing/pixels.ts';

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

const FORMATS = ['jpeg', 'png', 'gif', 'webp', 'avif', 'tiff'] as const;

async function inspect(bytes: Buffer): Promise<Inspection> {
  return engine.inspect(await uploads.put(bytes), { fileName: 'picture' });
}

async function refusal(bytes: Buffer): Promise<string> {
  const inspection = await inspect(bytes);
  assert.ok(!inspection.ok, 'the file was accepted');
  return `${inspection.kind}: ${inspection.reason}`;
}

const imagePage = (mimeType: string, width: number, height: number) => ({
  ok: true,
  mimeType,
  pageType: 'PAGE_TYPE_IMAGE',
  pages: [{ width, height }],
});

for (const format of FORMATS) {
  test(`[FILE-7] a ${format} is one page of its size, and is drawn`, async () => {
    const image = await makeImage({ format, width: 120, height: 60 });
    assert.deepEqual(await inspect(image), imagePage(`image/${format}`, 120, 60));
    const path = await uploads.put(image);
    const options = {
      mimeType: `image/${format}`,
      index: 0,
      maxWidth: 50,
      maxHeight: 50,
      format: 'webp',
    } as const;
    const picture = await engine.render(path, options);
    assert.deepEqual([picture.mimeType, picture.width, picture.height], ['image/webp', 50, 25]);
  });

  test(`a ${format} that is cut off is refused`, async () => {
    const whole = await makeImage({ format, width: 400, height: 400 });
    for (const share of [0.05, 0.5, 0.9]) {
      assert.equal(
        await refusal(truncated(whole, share)),
        'invalid: the image is cut off or damaged',
        `at ${share}`,
      );
    }
  });
}

test('an image whose pixels are damaged is refused, though its header is not', async () => {
  const png = await makeImage({ format: 'png', width: 100, height: 100 });
  png.fill(0, png.length >> 1, (png.length >> 1) + 100);
  assert.equal(await refusal(png), 'invalid: the image is cut off or damaged');
});

test('[FILE-7] the size of a photograph is what is shown: its orientation is applied, and its metadata dropped', async () => {
  const photograph = await makeImage({ format: 'jpeg', width: 120, height: 60, orientation: 6 });
  assert.deepEqual(await inspect(photograph), imagePage('image/jpeg', 60, 120));
  const path = await uploads.put(photograph);
  for (const format of ['webp', 'png', 'jpeg'] as const) {
    const options = { mimeType: 'image/jpeg', index: 0, maxWidth: 40, maxHeight: 40, format } as const;
    const { bytes } = await engine.render(path, options);
    const { width, height, exif, orientation } = await sharp(bytes).metadata();
    assert.deepEqual(
      { width, height, exif, orientation },
      { width: 20, height: 40, exif: undefined, orientation: undefined },
    );
  }
});

test('an image is never enlarged', async () => {
  const path = await uploads.put(await makeImage({ format: 'png', width: 30, height: 20 }));
  const options = { mimeType: 'image/png', index: 0, maxWidth: 500, maxHeight: 500, format: 'png' } as const;
  const { width, height } = await engine.render(path, options);
  assert.deepEqual([width, height], [30, 20]);
});

test('what is transparent stays so, or becomes white where the format has no transparency', async () => {
  const clear = { create: { width: 8, height: 8, channels: 4, background: '#00000000' } } as const;
  const path = await uploads.put(await sharp(clear).png().toBuffer());
  const options = { mimeType: 'image/png', index: 0, maxWidth: 8, maxHeight: 8 } as const;
  const jpeg = await engine.render(path, { ...options, format: 'jpeg' });
  assert.ok((await pixelsOf(jpeg.bytes)).levels.every((level) => level > 250));
  const webp = await engine.render(path, { ...options, format: 'webp' });
  assert.equal((await sharp(webp.bytes).metadata()).hasAlpha, true);
});

test('an image of more than 50 million pixels is refused with both numbers, without decoding it', async () => {
  const bomb = makeImageBomb({ width: 30_000, height: 30_000 });
  assert.ok(bomb.length < 200_000);
  const claim = 'too_large: the image is 30,000 × 30,000 pixels; at most 50 million pixels are allowed';
  await within(1_000, async () => assert.equal(await refusal(bomb), claim));
  assert.deepEqual(
    await inspect(makeImageBomb({ width: 7_000, height: 7_000 })),
    imagePage('image/png', 7_000, 7_000),
  );
});

test('pixels are counted whatever they weigh, and weighed however few they are', async () => {
  const light = 'too_large: the image is 8,000 × 8,000 pixels; at most 50 million pixels are allowed';
  assert.equal(await refusal(makeImageBomb({ width: 8_000, height: 8_000 })), light);
  const heavy = 'too_large: the image takes 576 MB to decode; at most 400 MB are allowed';
  assert.equal(await refusal(makeFloatTiffHeader({ width: 6_000, height: 6_000 })), heavy); // 16 bytes per pixel
});

test('the limit holds for rendering too', async () => {
  const path = await uploads.put(makeImageBomb({ width: 30_000, height: 30_000 }));
  const options = { mimeType: 'image/png', index: 0, maxWidth: 9, maxHeight: 9, format: 'webp' } as const;
  await assert.rejects(engine.render(path, options), MediaUnreadable);
});

test('an animation is one page, of its first frame', async () => {
  assert.deepEqual(await inspect(makeAnimatedGif({ frames: 20_000 })), imagePage('image/gif', 2, 2));
  const webp = await makeAnimatedWebp({ frames: 20 });
  assert.deepEqual(await inspect(webp), imagePage('image/webp', 8, 8));
  const options = { mimeType: 'image/webp', index: 0, maxWidth: 90, maxHeight: 90, format: 'png' } as const;
  const { width, height } = await engine.render(await uploads.put(webp), options);
  assert.deepEqual([width, height], [8, 8]);
});

test('[FILE-12] what sharp could draw and should not is kept as a file without pages', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  assert.deepEqual(await inspect(svg), { ok: true, mimeType: 'image/svg+xml', pageType: null, pages: [] });
  assert.deepEqual(await inspect(makeBmp()), { ok: true, mimeType: 'image/bmp', pageType: null, pages: [] });
  const box = { index: 0, maxWidth: 9, maxHeight: 9, format: 'png' } as const;
  for (const mimeType of ['image/svg+xml', 'image/png']) {
    await assert.rejects(engine.render(await uploads.put(svg), { mimeType, ...box }), MediaUnreadable);
  }
});
