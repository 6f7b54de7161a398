import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, type ErrorBody, pluck, refused, rows, status } from '../expect.ts';
import { makePdf } from '../fixtures/pdf.ts';
import { makePng } from '../fixtures/png.ts';

import { firstOf, ids, withPdf } from './paged-binder.ts';

const test = checks('pages');

type Download = { page: string; encoding: 'utf-8' | 'base64'; mime_type: string };

test('[PAGE-1] [PAGE-2] [PAGE-3] [PAGE-4] [PAGE-8] a page has every field of its kind', async (t) => {
  const fixture = await t.binder();
  await fixture.upload(makePdf({ pages: 2 }), 'a.pdf');
  await fixture.upload(makePng(60, 40), 'b.png');
  await fixture.upload('text', 'c.txt');
  const list = await fixture.pages();
  const { id: _, page_uri, thumbnail_uri, background_uri, file_id, created_time, ...image } = list[2] ?? {};
  assert.deepEqual(image, {
    page_index: 0,
    original_file_name: 'b.png',
    type: 'PAGE_TYPE_IMAGE',
    page_number: '3',
    width: 60,
    height: 40,
    revision: 1,
    updated_time: created_time,
    is_deleted: false,
    svg_tags: [],
  });
  assert.ok(file_id && page_uri && thumbnail_uri && background_uri, 'a file, and links');
  assert.deepEqual(rows(list, 'type', 'page_index', 'original_file_name', 'svg_tags'), [
    ['PAGE_TYPE_PDF', 0, 'a.pdf', []],
    ['PAGE_TYPE_PDF', 1, 'a.pdf', []],
    ['PAGE_TYPE_IMAGE', 0, 'b.png', []],
    ['PAGE_TYPE_NOTE', 0, 'c.txt', []],
  ]);
});

test('[PAGE-5] file_id and filter choose pages', async (t) => {
  const { fixture, pages, fileId } = await withPdf(t, 3);
  const note = await fixture.note();
  assert.deepEqual(ids(await fixture.pages(`?file_id=${fileId}`)), ids(pages));
  const [first, , third] = pages;
  const filter = `?filter=${third?.id},${first?.id},${third?.id},999999`;
  assert.deepEqual(ids(await fixture.pages(filter)), [first?.id, third?.id]);
  assert.deepEqual(await fixture.pages('?filter=999999'), []);
  assert.deepEqual(ids(await fixture.pages(`${filter},${note.id}&file_id=${note.file_id}`)), [note.id]);
  assert.deepEqual(ids(await fixture.pages(`?filter=${note.id}`)), [note.id]);
  const foreign = await (await t.binder()).note();
  for (const id of [`F${'0'.repeat(22)}`, foreign.file_id])
    refused(await t.owner.get(`${fixture.path}/pages?file_id=${id}`), 404);
});

test('[PAGE-6] a filter that is not numbers and commas is 400', async (t) => {
  const fixture = await t.binder();
  const tooMany = Array.from({ length: 1001 }, (_, index) => index + 1).join();
  const wrong = ['x', '1,', ',1', '1,,2', '1;2', '-1', '0', '1.5', '1e3', ' 1', "1'--", '9'.repeat(17), ''];
  for (const filter of [...wrong, tooMany])
    refused(await t.owner.get(`${fixture.path}/pages?filter=${encodeURIComponent(filter)}`), 400, 'filter');
});

test('[PAGE-7] pages are in the order of page_number, and deleted ones in no list', async (t) => {
  const { fixture, pages } = await withPdf(t, 11);
  const numbers = pages.map(({ page_number }) => Number(page_number));
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => a - b),
  );
  assert.equal(new Set(numbers).size, 11);
  const [, second] = pages;
  done(await t.owner.delete(`${fixture.path}/pages/${second?.id}`));
  assert.deepEqual(ids(await fixture.pages()), ids(pages.filter((page) => page !== second)));
  assert.deepEqual(await fixture.pages(`?filter=${second?.id}`), []);
});

test('[PAGE-9] the links of a page are loaded without a token', async (t) => {
  const page = firstOf((await withPdf(t, 1)).pages);
  for (const [link, type] of [
    [page.page_uri, /^application\/pdf/],
    [page.thumbnail_uri, /^image\//],
    [page.background_uri, /^image\//],
  ] as const) {
    const answer = await t.nobody.get(new URL(link, t.connection.base).href);
    status(answer, 200);
    const contentType = answer.headers.get('content-type') ?? '';
    assert.ok(type.test(contentType), `a content type like ${type}`);
    assert.ok(answer.bytes.length > 0, 'some bytes');
  }
});

test('[PAGE-10] a link with another path, expiry or signature gives nothing', async (t) => {
  const { pages } = await withPdf(t, 2);
  const page = firstOf(pages);
  const link = new URL(page.page_uri, t.connection.base);
  const changed = (change: (address: URL) => void) => {
    const address = new URL(link);
    change(address);
    return address.href;
  };
  const bad = [
    changed((address) => address.searchParams.set('expires', '4102444800000')),
    changed((address) => address.searchParams.delete('signature')),
    changed((address) => address.searchParams.set('signature', 'A'.repeat(43))),
    changed((address) => {
      address.pathname = address.pathname.replace(`/${page.id}/`, `/${pages[1]?.id}/`);
    }),
    changed((address) => {
      address.pathname = address.pathname.replace(/page$/, 'background');
    }),
  ];
  for (const address of bad) {
    const answer = await t.nobody.get(address);
    assert.ok(answer.status >= 400 && answer.status < 500, 'a refusal');
  }
});

test('[PAGE-11] links stay the same from one list to the next', async (t) => {
  const { fixture } = await withPdf(t, 1);
  const links = async () =>
    (await fixture.pages()).map(({ page_uri, thumbnail_uri, background_uri }) => [
      page_uri,
      thumbnail_uri,
      background_uri,
    ]);
  const [first, second, third] = [await links(), await links(), await links()];
  // The expiry time in the links is rounded, so the links may change once during the three reads. Then the
  // second read still equals the first or the third.
  assert.deepEqual(JSON.stringify(first) === JSON.stringify(second) ? second : third, second);
});

test('[PAGE-12] a thumbnail is rendered once and is the same afterwards', async (t) => {
  const page = firstOf((await withPdf(t, 1)).pages);
  const look = async () => (await t.nobody.get(new URL(page.thumbnail_uri, t.connection.base).href)).bytes;
  assert.ok((await look()).equals(await look()), 'the same picture twice');
});

test('[PAGE-13] [PAGE-14] a page downloads as text, or as base64 of its format', async (t) => {
  const fixture = await t.binder();
  const note = await fixture.note('Grüße 👋');
  assert.deepEqual(data<Download>(await t.viewer.get(`${fixture.path}/pagedownload/${note.id}`)), {
    page: 'Grüße 👋',
    encoding: 'utf-8',
    mime_type: 'text/plain',
  });
  const marked = '\ufeff# with a mark\r\n';
  const [markdown] = await fixture.pages(`?file_id=${await fixture.upload(marked, 'a.md')}`);
  assert.deepEqual(data<Download>(await t.viewer.get(`${fixture.path}/pagedownload/${markdown?.id}`)), {
    page: marked,
    encoding: 'utf-8',
    mime_type: 'text/markdown',
  });
  const png = makePng(30, 20);
  const [image] = await fixture.pages(`?file_id=${await fixture.upload(png, 'a.png')}`);
  assert.deepEqual(data<Download>(await t.viewer.get(`${fixture.path}/pagedownload/${image?.id}`)), {
    page: png.toString('base64'),
    encoding: 'base64',
    mime_type: 'image/png',
  });
});

test('[PAGE-15] a page of a PDF downloads as a PDF of that one page', async (t) => {
  const { fixture, pages } = await withPdf(t, 3);
  const answer = await t.owner.get(`${fixture.path}/pagedownload/${pages[1]?.id}`);
  const download = data<Download>(answer);
  assert.deepEqual([download.encoding, download.mime_type], ['base64', 'application/pdf']);
  const again = await fixture.upload(Buffer.from(download.page, 'base64'), 'one.pdf');
  assert.deepEqual(rows(await fixture.pages(`?file_id=${again}`), 'type', 'width', 'height'), [
    ['PAGE_TYPE_PDF', 200, 100],
  ]);
});

test('[PAGE-16] [FILE-25] raw=true gives the bytes, the range that is asked for, and nothing that runs', async (t) => {
  const fixture = await t.binder();
  const name = 'Gruß 年.txt';
  const [note] = await fixture.pages(`?file_id=${await fixture.upload('0123456789', name)}`);
  await fixture.upload(makePdf({ pages: 2 }), 'two.pdf');
  const [, , second] = await fixture.pages();
  for (const page of [note, second]) {
    const path = `${fixture.path}/pagedownload/${page?.id}?raw=true`;
    const whole = await t.viewer.get(path);
    status(whole, 200);
    const size = whole.bytes.length;
    const etag = whole.headers.get('etag') ?? '';
    const cases: [headers: Record<string, string>, status: number, from: number, to: number][] = [
      [{ range: 'bytes=0-3' }, 206, 0, 4],
      [{ range: 'bytes=2-' }, 206, 2, size],
      [{ range: 'bytes=-3' }, 206, size - 3, size],
      [{ range: 'bytes=5-999999' }, 206, 5, size],
      [{ range: 'bytes=0-0' }, 206, 0, 1],
      [{ range: 'bytes=0-1,4-5' }, 200, 0, size],
      [{ range: 'lines=1-2' }, 200, 0, size],
      [{ range: 'lines=999999-' }, 200, 0, size],
      [{ range: 'bytes=x' }, 200, 0, size],
      [{ range: 'bytes=0-3', 'if-range': etag }, 206, 0, 4],
      [{ range: 'bytes=0-3', 'if-range': '"another"' }, 200, 0, size],
      [{ 'if-none-match': etag }, 304, 0, 0],
      [{ 'if-none-match': `"x", W/${etag}` }, 304, 0, 0],
      [{ 'if-none-match': '*' }, 304, 0, 0],
      [{ 'if-none-match': '"x"' }, 200, 0, size],
    ];
    for (const [headers, expected, from, to] of cases) {
      const answer = await t.viewer.get(path, headers);
      status(answer, expected);
      assert.deepEqual(answer.bytes, whole.bytes.subarray(from, to));
      const range = expected === 206 ? `bytes ${from}-${to - 1}/${size}` : null;
      assert.deepEqual([answer.headers.get('content-range'), answer.headers.get('etag')], [range, etag]);
    }
    const outside = await t.viewer.get(path, { range: 'bytes=999999-' });
    status(outside, 416);
    assert.deepEqual(pluck((outside.json as ErrorBody).errors ?? [], 'path'), ['Range']);
    assert.equal(outside.headers.get('content-range'), `bytes */${size}`);
    const head = await t.viewer.send('HEAD', path);
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(size)]);
  }
  const raw = await t.viewer.get(`${fixture.path}/pagedownload/${note?.id}?raw=true`);
  assert.equal(raw.bytes.toString(), '0123456789');
  const header = (of: string) => raw.headers.get(of) ?? '';
  assert.deepEqual([header('content-type'), header('accept-ranges')], ['text/plain; charset=utf-8', 'bytes']);
  assert.equal(header('x-content-type-options'), 'nosniff');
  assert.match(header('content-security-policy'), /^(?=.*sandbox).*default-src 'none'/);
  assert.match(header('content-disposition'), /^attachment; /);
  const [, saved = ''] = /filename\*=UTF-8''([^;]+)/i.exec(header('content-disposition')) ?? [];
  assert.equal(decodeURIComponent(saved), name);
  refused(await t.viewer.get(`${fixture.path}/pagedownload/${note?.id}?raw=maybe`), 400, 'raw');
});
