import assert from 'node:assert/strict';
import { displayP3Photo, heicPhoto, truncated } from '@ringbinder/page-renderer/testing';
import { type Cast, fileForm } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import sharp from 'sharp';
import { beforeAll, test } from 'vitest';
import { collectGarbage } from '../files/index.ts';
import { pagesOf } from './testing/annotate.ts';
import { byPoppler, hasPoppler } from './testing/poppler.ts';
import { upload, uploaded } from './testing/upload.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

const call = (method: string, path: string, json?: object) =>
  service.call(method, path, { token: cast.owner.token, json });
const QUADRANT_COLOURS = ['red', 'green', 'blue', 'white'];

async function quarters(picture: Uint8Array): Promise<string[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [0.25, 0.75].flatMap((y) =>
    [0.25, 0.75].map((x) => {
      const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
      if (Math.min(red, green, blue) > 200) return 'white';
      return red > green && red > blue ? 'red' : green > blue ? 'green' : 'blue';
    }),
  );
}

const picture = async (uri: string) =>
  new Uint8Array(await (await fetch(new URL(uri, service.origin))).arrayBuffer());

test('[FILE-31] a HEIC photo is an image page, and its file stays what it was', async () => {
  const { fileId, pages } = await uploaded(service, cast, heicPhoto, 'IMG_0001.HEIC');
  const [page] = pages;
  assert.deepEqual([pages.length, page.type, page.width, page.height], [1, 'PAGE_TYPE_IMAGE', 64, 48]);
  assert.deepEqual(await quarters(await picture(page.thumbnail_uri)), QUADRANT_COLOURS);
  assert.deepEqual(await quarters(await picture(page.background_uri)), QUADRANT_COLOURS);
  const file = await call('GET', `/${cast.binderId}/files/${fileId}`);
  assert.deepEqual(file.bytes, heicPhoto);
  assert.equal(file.headers.get('content-type'), 'image/heic');
  const original = await call('GET', `/${cast.binderId}/pagedownload/${page.id}?raw=true`);
  assert.deepEqual(original.bytes, heicPhoto);
});

test('[FILE-31] the colours of a photo are those of its profile', async () => {
  const { pages } = await uploaded(service, cast, displayP3Photo, 'IMG_0003.HEIC');
  const exported = await call('GET', `/${cast.binderId}/downloadpdf?filter=${pages[0].id}`);
  const images = [
    await picture(pages[0].thumbnail_uri),
    await picture(pages[0].background_uri),
    ...(hasPoppler ? [byPoppler(exported.bytes, 72).picture] : []),
  ];
  for (const bytes of images) {
    const pixel = [...(await sharp(bytes).resize(1, 1).removeAlpha().raw().toBuffer())];
    for (const [channel, level] of [0xe0, 0x20, 0x20].entries())
      assert.ok(Math.abs((pixel[channel] ?? 0) - level) <= 6, `${pixel}`);
  }
});

test('[FILE-31] what shows a photo survives housekeeping, and goes with copies and exports', async () => {
  await uploaded(service, cast, heicPhoto, 'IMG_0002.HEIC');
  await collectGarbage(service.env, -1_000);
  const binderId = await service.make.binder(cast.owner as never);
  await call('POST', `/${binderId}/copypages`, { source_id: cast.binderId });
  const copies = await pagesOf(service, { binderId, owner: cast.owner });
  assert.deepEqual(await quarters(await picture(copies.at(-1).thumbnail_uri)), QUADRANT_COLOURS);
  const exported = await call('GET', `/${binderId}/downloadpdf?filter=${copies.at(-1).id}`);
  assert.equal(exported.status, 200);
  assert.match(exported.bytes.toString('latin1'), /DCTDecode/);
});

test('[FILE-31] [BINDER-16] a HEIC photo serves as a cover', async () => {
  const cover = await service.call('POST', `/${cast.binderId}/coverupload`, {
    token: cast.owner.token,
    body: fileForm(new Uint8Array(heicPhoto), 'IMG_0003.HEIC'),
  });
  assert.equal(cover.status, 200);
  const { body } = await call('GET', `/${cast.binderId}`);
  assert.deepEqual(await quarters(await picture(body.data.thumbnail_uri)), QUADRANT_COLOURS);
});

test('[FILE-17] a HEIC photo that is cut off is 400 and names `file`', async () => {
  for (const part of [0.3, 0.6, 0.95]) {
    const { status, body } = await upload(service, cast, truncated(heicPhoto, part), 'IMG_0004.HEIC');
    assert.equal(status, 400, String(part));
    assert.match(body.message, /^file is refused: the image is cut off or damaged/);
  }
});
