import assert from 'node:assert/strict';
import { isNear, makePdf, redIn } from '@ringbinder/page-renderer/testing';
import { startService, type TestService, until, within } from '@ringbinder/testkit';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { annotate, makePage, pagesOf } from './testing/annotate.ts';
import { tree, type Uploader, uploaded } from './testing/upload.ts';

let service: TestService;
let owner: Uploader['owner'];
let uploader: Uploader;
beforeAll(async () => {
  service = await startService();
  owner = await service.make.user();
});
afterAll(() => service.close());
beforeEach(async () => {
  uploader = { binderId: await service.make.binder(owner as never), owner };
});

const pageOf = async (id: number) => (await pagesOf(service, uploader, `?filter=${id}`))[0];
async function picture(uri: string): Promise<Buffer> {
  const response = await fetch(service.origin + uri);
  assert.equal(response.status, 200, uri);
  assert.equal(response.headers.get('content-type'), 'image/webp');
  return Buffer.from(await response.arrayBuffer());
}
const derived = () => tree(`${service.directory}/files/production/derived`);
const markAt = (scale: number) => ({
  left: 20 * scale,
  top: 30 * scale,
  right: 60 * scale - 1,
  bottom: 40 * scale - 1,
});

test('[PAGE-29] thumbnail and background show what was drawn, at once and at its place', async () => {
  const { pages } = await uploaded(service, uploader, makePdf({ width: 400, height: 200, text: 'x' }));
  const { id } = pages[0];
  const before = await picture(pages[0].thumbnail_uri);
  assert.equal(await redIn(before), null);
  await annotate(service, uploader, id);
  const page = await pageOf(id);
  assert.notEqual(page.thumbnail_uri, pages[0].thumbnail_uri);
  assert.notEqual(page.background_uri, pages[0].background_uri);
  const thumbnail = await redIn(await picture(page.thumbnail_uri));
  assert.ok(isNear(thumbnail, markAt(0.8), 2), JSON.stringify(thumbnail));
  const background = await redIn(await picture(page.background_uri));
  assert.ok(isNear(background, markAt(4), 2), JSON.stringify(background));
  await service.call('DELETE', `/${uploader.binderId}/pages/${id}/annotations/mark`, { token: owner.token });
  const cleared = await pageOf(id);
  assert.notEqual(cleared.thumbnail_uri, page.thumbnail_uri);
  assert.deepEqual(await picture(cleared.thumbnail_uri), before);
});

test('[PAGE-41] the picture of a Markdown note shows its headings, and no marks', async () => {
  const pictureOf = async (text: string) => {
    const id = await makePage(service, uploader, { type: 'note', text });
    return picture((await pageOf(id)).thumbnail_uri);
  };
  const plain = await pictureOf('Ziele');
  for (const text of ['**Ziele**', '_Ziele_', '`Ziele`', '[Ziele](https://example.com)'])
    assert.deepEqual(await pictureOf(text), plain, text);
  const [body, heading] = await Promise.all(
    [plain, await pictureOf('# Ziele')].map(async (bytes) => (await sharp(bytes).stats()).channels[0]?.mean),
  );
  assert.ok((heading ?? 255) < (body ?? 0), 'a heading is darker');
});

test('[PAGE-29] the drawing of one page is not on another of the same file, nor on a copy that has its own', async () => {
  const { pages } = await uploaded(service, uploader, makePdf({ pages: 2, width: 320, height: 320 }));
  await annotate(service, uploader, pages[0].id);
  await service.call('POST', `/${uploader.binderId}/copypages`, {
    token: owner.token,
    json: { source_id: uploader.binderId, pages: [{ id: pages[0].id }] },
  });
  const [one, two, copy] = await pagesOf(service, uploader);
  await annotate(service, uploader, copy.id, '<rect x="200" y="200" width="40" height="40" fill="red"/>');
  const moved = await pageOf(copy.id);
  assert.ok(isNear(await redIn(await picture(one.thumbnail_uri)), markAt(1), 2));
  assert.equal(await redIn(await picture(two.thumbnail_uri)), null);
  assert.ok(
    isNear(
      await redIn(await picture(moved.thumbnail_uri)),
      { left: 200, top: 200, right: 239, bottom: 239 },
      2,
    ),
  );
});

test('[PAGE-29] only the newest drawing of a page is kept as a picture', async () => {
  const id = await makePage(service, uploader, { type: 'whiteboard' });
  const own = async () => (await derived()).filter((path) => path.includes(`${uploader.binderId}/${id}-320`));
  for (let stroke = 1; stroke <= 3; stroke++) {
    await annotate(service, uploader, id, undefined, `stroke-${stroke}`);
    await picture((await pageOf(id)).thumbnail_uri);
    assert.equal((await own()).length, 1);
  }
});

test('[PAGE-27] [PAGE-29] a whiteboard is white, with what was drawn on it; so is what it downloads as', async () => {
  const id = await makePage(service, uploader, { type: 'whiteboard', width: 640, height: 320 });
  const blank = await sharp(await picture((await pageOf(id)).background_uri)).stats();
  assert.ok(blank.channels.every(({ min }) => min === 255));
  await annotate(service, uploader, id);
  const page = await pageOf(id);
  assert.ok(isNear(await redIn(await picture(page.background_uri)), markAt(2.5), 2));
  const { body } = await service.call('GET', `/${uploader.binderId}/pagedownload/${id}`, {
    token: owner.token,
  });
  assert.deepEqual([body.data.encoding, body.data.mime_type], ['utf-8', 'image/svg+xml']);
  assert.match(
    body.data.page,
    /^<svg [^>]*viewBox="0 0 640 320"><rect width="640"[^>]*><\/rect><rect x="20" /,
  );
  const content = await fetch(service.origin + page.page_uri);
  assert.match(content.headers.get('content-disposition') ?? '', /^attachment/);
  assert.equal(content.headers.get('content-security-policy'), "sandbox; default-src 'none'");
});

test('[PAGE-29] the picture of a link shows its name, and changes with it', async () => {
  const id = await makePage(service, uploader, { type: 'url', url: 'https://example.com/', name: 'One' });
  const one = await picture((await pageOf(id)).thumbnail_uri);
  const { width, height } = await sharp(one).metadata();
  assert.deepEqual([width, height], [320, 180]);
  await service.call('POST', `/${uploader.binderId}/pages/${id}`, {
    token: owner.token,
    json: { name: 'Two' },
  });
  assert.notDeepEqual(await picture((await pageOf(id)).thumbnail_uri), one);
});

test('[PAGE-29] a drawing that takes for ever is 503, and the next page is drawn', async () => {
  const heavy = '<g opacity="0.9"><rect width="4000" height="4000" fill="red"/></g>'.repeat(2_400);
  const hasty = await startService({ media: { timeoutMs: 3_000 } });
  try {
    const own = await hasty.make.user();
    const place = { binderId: await hasty.make.binder(own), owner: own };
    const id = await makePage(hasty, place, { type: 'whiteboard', width: 4_000, height: 4_000 });
    await annotate(hasty, place, id, `<g>${heavy}</g>`);
    const [page] = await pagesOf(hasty, place);
    const response = await fetch(hasty.origin + page.background_uri);
    assert.equal(response.status, 503);
    assert.ok(Number(response.headers.get('retry-after')) >= 1);
    const again = async () => assert.equal((await fetch(hasty.origin + page.background_uri)).status, 503);
    await within(2_000, again, 'it is not tried again at once:');
    const next = await makePage(hasty, place, { type: 'whiteboard' });
    const [images] = await pagesOf(hasty, place, `?filter=${next}`);
    await until('the next page is drawn', async () => (await fetch(hasty.origin + images.thumbnail_uri)).ok);
  } finally {
    await hasty.close();
  }
});
