import assert from 'node:assert/strict';
import { makeImage, makePdf } from '@ringbinder/page-renderer/testing';
import { type Cast, startService, type TestService } from '@ringbinder/testkit';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { tree, uploaded } from './testing/upload.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let service: TestService;
let cast: Cast;
// biome-ignore lint/suspicious/noExplicitAny: as in Answer of the testkit.
let page: any;
beforeAll(async () => {
  service = await startService({ environments: ['production', 'sandbox'] });
  cast = await service.make.cast();
});
afterAll(() => service.close());
let number = 0;
beforeEach(async () => {
  const { pages } = await uploaded(service, cast, makePdf({ text: `unseen ${++number}` }));
  [page] = pages;
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(service.origin + path, { headers });
const derived = () => tree(`${service.directory}/files/production/derived`);

async function pictureAt(path: string) {
  const response = await get(path);
  assert.equal(response.status, 200, path);
  assert.equal(response.headers.get('content-type'), 'image/webp');
  return sharp(await response.arrayBuffer()).metadata();
}

test('[PAGE-8] [PAGE-9] the three links have their form and load without a token', async () => {
  for (const view of ['page', 'thumbnail', 'background']) {
    const form = `^/board/production/${cast.binderId}/${page.id}/${view}\\?v=1&expires=\\d{13}&signature=[\\w-]{28}$`;
    assert.match(page[`${view}_uri`], new RegExp(form));
  }
  const thumbnail = await pictureAt(page.thumbnail_uri);
  assert.deepEqual([thumbnail.width, thumbnail.height], [247, 320]);
  const background = await pictureAt(page.background_uri);
  assert.deepEqual([background.width, background.height], [1236, 1600]);
  const content = await get(page.page_uri);
  assert.equal(content.headers.get('content-type'), 'application/pdf');
});

test('[PAGE-9] a small image is not blown up, and its page_uri is the image itself', async () => {
  const bytes = await makeImage({ format: 'png', width: 30, height: 20 });
  const { pages } = await uploaded(service, cast, bytes, 'small.png');
  for (const uri of [pages[0].thumbnail_uri, pages[0].background_uri]) {
    const { width, height } = await pictureAt(uri);
    assert.deepEqual([width, height], [30, 20]);
  }
  const response = await get(pages[0].page_uri);
  assert.equal(response.headers.get('content-type'), 'image/png');
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes);
});

test('[FILE-16] a page of 14,400 points is drawn within the bounds of its pictures', async () => {
  const { pages } = await uploaded(service, cast, makePdf({ width: 14_400, height: 14_400 }), 'wall.pdf');
  const thumbnail = await pictureAt(pages[0].thumbnail_uri);
  const background = await pictureAt(pages[0].background_uri);
  assert.deepEqual(
    [thumbnail.width, thumbnail.height, background.width, background.height],
    [320, 320, 1600, 1600],
  );
});

test('[PAGE-9] the links work below the base address too', async () => {
  assert.equal((await get(`/v1${page.thumbnail_uri}`)).status, 200);
  const spoiled = page.thumbnail_uri.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A'));
  assert.equal((await get(`/v1${spoiled}`)).status, 403);
});

test('[PAGE-9] pages of other origins may show the pictures, which may be kept but not shared', async () => {
  for (const uri of [page.thumbnail_uri, page.background_uri, page.page_uri]) {
    const { headers } = await get(uri, { origin: 'https://elsewhere.example' });
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal(headers.get('cache-control'), 'private, max-age=86400, immutable');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('content-security-policy'), "sandbox; default-src 'none'");
  }
});

test('[PAGE-10] a link that is changed anywhere is refused and gives nothing', async () => {
  const { pages } = await uploaded(service, cast, makePdf({ pages: 2 }));
  const other = await service.make.binder(cast.owner);
  const url = new URL(service.origin + page.thumbnail_uri);
  const signature = url.searchParams.get('signature') ?? '';
  const expires = Number(url.searchParams.get('expires'));
  const changed = (change: (url: URL) => void) => {
    const copy = new URL(url);
    change(copy);
    return copy.pathname + copy.search;
  };
  const cases: Record<string, string> = {
    'another page': changed((url) => {
      url.pathname = url.pathname.replace(`/${page.id}/`, `/${pages[0].id}/`);
    }),
    'another binder': changed((url) => {
      url.pathname = url.pathname.replace(cast.binderId, other);
    }),
    'another view': page.thumbnail_uri.replace('/thumbnail?', '/page?'),
    'the larger picture': page.thumbnail_uri.replace('/thumbnail?', '/background?'),
    'a later expiry': changed((url) => url.searchParams.set('expires', String(expires + DAY_MS))),
    'no expiry': changed((url) => url.searchParams.delete('expires')),
    'no signature': changed((url) => url.searchParams.delete('signature')),
    'an empty signature': changed((url) => url.searchParams.set('signature', '')),
    'a shortened signature': changed((url) => url.searchParams.set('signature', signature.slice(0, -1))),
    'another last character': changed((url) =>
      url.searchParams.set('signature', signature.slice(0, -1) + (signature.endsWith('A') ? 'B' : 'A')),
    ),
    'another page’s signature': changed((url) =>
      url.searchParams.set(
        'signature',
        new URL(service.origin + pages[0].thumbnail_uri).searchParams.get('signature') ?? '',
      ),
    ),
    'nothing to prove it': url.pathname,
  };
  for (const [title, path] of Object.entries(cases)) {
    const response = await get(path);
    assert.equal(response.status, 403, title);
    const body = (await response.json()) as { code: string };
    assert.equal(body.code, 'RESPONSE_ERROR_PERMISSION', title);
    assert.equal(response.headers.get('cache-control'), null, title);
  }
});

test('[PAGE-10] a link of one environment is refused in the other', async () => {
  const asSandbox = page.thumbnail_uri.replace('/board/production/', '/board/sandbox/');
  for (const path of [asSandbox, `/sandbox/v1${asSandbox}`])
    assert.equal((await get(path)).status, 403, path);
  assert.equal((await get(`/sandbox/v1${page.thumbnail_uri}`)).status, 400, 'there is no such path');
});

test('[PAGE-10] a token does not open what the signature does not', async () => {
  const path = page.page_uri.replace(/signature=.*/, 'signature=x');
  assert.equal((await get(path, { authorization: `Bearer ${cast.owner.token}` })).status, 403);
});

test('[PAGE-10] a wrong id or view is no link at all', async () => {
  for (const path of ['page', 'thumbnail'].map((view) =>
    page[`${view}_uri`].replace(/\/\w+\?/, '/original?'),
  )) {
    assert.equal((await get(path)).status, 400);
  }
  assert.equal((await get(page.page_uri.replace(cast.binderId, 'B1'))).status, 400);
});

test('[HTTP-21] the links of a deleted binder are 404', async () => {
  const binderId = await service.make.binder(cast.owner);
  const { pages } = await uploaded(service, { binderId, owner: cast.owner }, makePdf());
  assert.equal((await get(pages[0].thumbnail_uri)).status, 200);
  await service.call('DELETE', `/${binderId}`, { token: cast.owner.token });
  for (const uri of [pages[0].thumbnail_uri, pages[0].page_uri]) assert.equal((await get(uri)).status, 404);
});

test('[PAGE-12] a picture is made when it is first asked for, once for ten who ask at once, and then kept', async () => {
  const { media } = service.env;
  const before = await derived();
  let rendered = 0;
  service.env.media = {
    ...media,
    renderPage(...args) {
      rendered++;
      return media.renderPage(...args);
    },
  };
  const answers = await Promise.all(Array.from({ length: 10 }, () => get(page.thumbnail_uri)));
  const pictures = await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  assert.deepEqual([rendered, answers.map(({ status }) => status)], [1, Array(10).fill(200)]);
  assert.ok(
    pictures.every((picture) => Buffer.from(picture).equals(Buffer.from(pictures[0] ?? new ArrayBuffer(0)))),
  );
  assert.equal((await derived()).length, before.length + 1);
  service.env.media = { ...media, render: () => Promise.reject(new Error('asked for again')) };
  assert.equal((await get(page.thumbnail_uri)).status, 200);
  const copy = await uploaded(service, cast, makePdf({ text: `unseen ${number}` }), 'copy.pdf');
  assert.equal((await get(copy.pages[0].thumbnail_uri)).status, 200);
  service.env.media = media;
});

test('[PAGE-12] a picture that cannot be kept is shown all the same', async () => {
  const { files } = service.env;
  service.env.files = { ...files, writeDerived: () => Promise.reject(new Error('no space')) };
  assert.equal((await get(page.thumbnail_uri)).status, 200);
  service.env.files = files;
});

test('[PAGE-10] a link is good for one to two days, and then refused', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const expires = Number(new URL(service.origin + page.page_uri).searchParams.get('expires'));
  const life = expires - service.clock.now();
  assert.ok(life > DAY_MS && life <= 2 * DAY_MS && expires % DAY_MS === 0, `${life}`);
  service.clock.advance(life - 10_000);
  assert.equal((await get(page.thumbnail_uri)).status, 200);
  service.clock.advance(11_000);
  const response = await get(page.thumbnail_uri);
  assert.equal(response.status, 403);
  assert.match(((await response.json()) as { message: string }).message, /expired/);
});
