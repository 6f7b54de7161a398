import assert from 'node:assert/strict';
import { isNear, redIn } from '@ringbinder/page-renderer/testing';
import {
  hasFfmpeg,
  pdfs,
  pictures,
  QUADRANT_COLOURS,
  recordings,
  texts,
  WORD,
  type WorldPdf,
} from '@ringbinder/page-renderer/testing/world';
import { createActors, startService, type TestService, until } from '@ringbinder/testkit';
import sharp from 'sharp';
import { afterAll, beforeAll, test } from 'vitest';
import { annotate, pagesOf } from './testing/annotate.ts';
import { byPoppler, difference, hasPoppler } from './testing/poppler.ts';
import { type Uploader, uploaded } from './testing/upload.ts';

const isCi = process.env.CI === 'true';
const poppler = { skip: !hasPoppler && !isCi };
const ffmpeg = { skip: !hasFfmpeg && !isCi };

let service: TestService;
let uploader: Uploader;
beforeAll(async () => {
  service = await startService({ media: { workers: 2 } });
  const actors = await createActors(service);
  uploader = { binderId: await actors.fixture(), owner: actors.users.owner };
});
afterAll(() => service.close());

const call = (path: string) =>
  service.call('GET', `/${uploader.binderId}${path}`, { token: uploader.owner.token });

async function picture(address: string): Promise<Buffer> {
  const response = await fetch(service.origin + address);
  assert.equal(response.status, 200, address);
  return Buffer.from(await response.arrayBuffer());
}

const sizeOf = async (bytes: Buffer) => {
  const { width, height } = await sharp(bytes).metadata();
  return { width, height };
};

async function pageOf(bytes: Buffer, name: string) {
  const { pages } = await uploaded(service, uploader, bytes, name);
  assert.ok(pages.length > 0, `${name} has a page`);
  return pages[0];
}

async function drawnOn(id: number) {
  await annotate(service, uploader, id);
  const [page] = await pagesOf(service, uploader, `?filter=${id}`);
  const answer = await call(`/downloadpdf?filter=${id}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const [thumbnail, background] = await Promise.all([
    picture(page.thumbnail_uri),
    picture(page.background_uri),
  ]);
  assert.ok(Math.max(...Object.values(await sizeOf(background))) <= 1600);
  return { thumbnail, pdf: answer.bytes };
}

/** The red area of an image with one pixel per point. Nothing else in the images is red. */
const MARK = { left: 20, top: 30, right: 59, bottom: 39 };
/** These limits tolerate anti-aliasing and substituted fonts, but not a missing word, line or stamp. */
const MAX_MEAN = 5;
const MAX_WORST = 115;

/** Returns the words that Poppler reads. `page` is measured in points. */
async function assertAlike(
  ours: Buffer,
  pdf: Buffer,
  page: { width: number; height: number },
  what: string,
): Promise<string> {
  const size = await sizeOf(ours);
  const longer = page.width > page.height ? 'width' : 'height';
  const { picture, words } = byPoppler(pdf, (72 * size[longer]) / page[longer]);
  const other = await sizeOf(picture);
  for (const side of ['width', 'height'] as const)
    assert.ok(Math.abs(size[side] - other[side]) <= 1, `${what}: ${JSON.stringify([size, other])}`);
  const { mean, worst } = await difference(ours, picture);
  assert.ok(
    mean <= MAX_MEAN && worst <= MAX_WORST,
    `${what}: ${mean.toFixed(2)} on average, ${worst} at most`,
  );
  return words;
}

async function check({ name, make, has, hasNot = [], isDrawnOtherwise = false }: WorldPdf): Promise<void> {
  const bytes = await make();
  const page = await pageOf(bytes, name);
  const before = await picture(page.thumbnail_uri);
  const size = await sizeOf(before);
  const scale = 320 / Math.max(page.width, page.height);
  for (const side of ['width', 'height'] as const)
    assert.ok(Math.abs(size[side] - page[side] * scale) <= 1, `${name}: ${JSON.stringify(size)}`);
  if (!isDrawnOtherwise) await assertAlike(before, bytes, page, `${name} as uploaded`);
  const text = await call(`/pages/${page.id}/text`);
  const words = text.body.data.boxes.map((box: { text: string }) => box.text);
  for (const word of has) assert.ok(words.includes(word), `${name}: ${words} has ${word}`);
  for (const word of hasNot) assert.ok(!words.includes(word), `${name}: ${words} has not ${word}`);
  const { thumbnail, pdf } = await drawnOn(page.id);
  assert.ok(!thumbnail.equals(before), `${name} shows the annotation`);
  const isWithoutFont = isDrawnOtherwise && text.body.data.problems.includes('font');
  const downloaded = isWithoutFont
    ? byPoppler(pdf, 72).words
    : await assertAlike(thumbnail, pdf, page, `${name} as downloaded`);
  const red = await redIn(byPoppler(pdf, 72).picture);
  assert.ok(isNear(red, MARK, 2), `${name}: the annotation is at ${JSON.stringify(red)}`);
  for (const word of has) assert.ok(downloaded.includes(word), `${name}: ${downloaded} has ${word}`);
  for (const word of hasNot) assert.ok(!downloaded.includes(word), `${name}: ${downloaded} has not ${word}`);
}

for (const file of pdfs)
  test(
    `[FILE-6] [PAGE-28] [PAGE-45] ${file.name} looks and reads in Ringbinder, and downloaded, as in poppler`,
    poppler,
    () => check(file),
  );

test('[TODO-9] every PDF of them is found by what it says', poppler, async () => {
  const search = async (word: string) => {
    const answer = await until('all pages are read', async () => {
      const { body } = await call(`/pagesearch?q=${encodeURIComponent(word)}`);
      return body.data.is_complete ? body : null;
    });
    return answer.data.pages.length;
  };
  for (const word of new Set(pdfs.flatMap(({ has }) => has)))
    assert.ok((await search(word)) >= pdfs.filter(({ has }) => has.includes(word)).length, word);
  for (const word of new Set(pdfs.flatMap(({ hasNot = [] }) => hasNot)))
    assert.equal(await search(word), pdfs.filter(({ has }) => has.includes(word)).length, word);
});

for (const [name, make] of pictures)
  test(`[FILE-7] [PAGE-28] ${name} is seen upright and in its colours`, poppler, async () => {
    const page = await pageOf(await make(), name);
    assert.deepEqual([page.width, page.height], [240, 160]);
    await assertQuarters(await picture(page.thumbnail_uri), name);
    const { pdf } = await drawnOn(page.id);
    await assertQuarters(byPoppler(pdf, 72).picture, `${name}, downloaded`);
  });

/** CMYK has no bright blue, so the tolerance is wide. */
async function assertQuarters(bytes: Buffer, what: string): Promise<void> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (const [at, colour] of QUADRANT_COLOURS.entries()) {
    const x = Math.round(info.width * (at % 2 === 0 ? 0.3 : 0.7));
    const y = Math.round(info.height * (at < 2 ? 0.4 : 0.6));
    const pixel = [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
    const components = [1, 3, 5].map((digit) => Number.parseInt(colour.slice(digit, digit + 2), 16));
    const isNear = pixel.every((level, channel) => Math.abs(level - (components[channel] ?? 0)) < 100);
    assert.ok(isNear, `${what}: ${pixel} for ${components}`);
  }
}

for (const [name, type, make] of recordings)
  test(`[FILE-8] ${name} is a page with a picture, and in the PDF`, ffmpeg, async () => {
    const page = await pageOf(make(), name);
    assert.equal(page.type, type);
    assert.ok(page.duration >= 900 && page.duration <= 1_200, `${page.duration} ms`);
    await drawnOn(page.id);
  });

for (const [name, word, make] of texts)
  test(`[FILE-9] ${name} is read in its encoding`, poppler, async () => {
    const page = await pageOf(make(), name);
    const { boxes } = (await call(`/pages/${page.id}/text`)).body.data;
    const words = boxes.map((box: { text: string }) => box.text).join(' ');
    assert.ok(words.includes(WORD) && words.includes(word), words);
    const { pdf } = await drawnOn(page.id);
    // The rendering of other scripts depends on the machine's fonts.
    if (/\p{Script=Latin}/u.test(word))
      assert.ok(byPoppler(pdf, 72).words.includes(word), 'the word is in the download');
  });
