import assert from 'node:assert/strict';
import { pageTypes } from '@ringbinder/protocol';
import { type Cast, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { makeImage, makePdf } from '../../media/testing/fixtures.ts';
import { uploaded } from './testing/upload.ts';

let service: TestService;
let cast: Cast;
let pdf: Awaited<ReturnType<typeof uploaded>>;
let image: Awaited<ReturnType<typeof uploaded>>;
beforeAll(async () => {
  // Links live for days: so must the tokens of the test that moves the clock.
  service = await startService({ config: { accessTokenSeconds: 10 * 24 * 60 * 60 } });
  cast = await service.make.cast();
  pdf = await uploaded(service, cast, makePdf({ pages: 12 }), 'twelve.pdf');
  image = await uploaded(service, cast, await makeImage({ format: 'png', width: 30, height: 20 }), 'dot.png');
});
afterAll(() => service.close());

const list = (query = '', binderId = cast.binderId, token = cast.viewer.token) =>
  service.call('GET', `/${binderId}/pages${query}`, { token });

// biome-ignore lint/suspicious/noExplicitAny: as in Answer of the testkit.
const idsOf = (answer: { body: any }): number[] => answer.body.data.pages.map(({ id }: { id: number }) => id);

test('[PAGE-1] [PAGE-2] [PAGE-3] [PAGE-4] a page has all the fields of the contract', async () => {
  const { status, body } = await list(`?file_id=${image.fileId}`);
  assert.equal(status, 200);
  const [page] = body.data.pages;
  const { page_uri, thumbnail_uri, background_uri, created_time, id, ...rest } = page;
  assert.deepEqual(rest, {
    page_index: 0,
    original_file_name: 'dot.png',
    file_id: image.fileId,
    type: 'PAGE_TYPE_IMAGE',
    page_number: '13',
    width: 30,
    height: 20,
    revision: 1,
    updated_time: created_time,
    is_deleted: false,
    svg_tags: [],
  });
  assert.ok(Number.isSafeInteger(id) && id > 0);
  assert.ok(Math.abs(created_time - service.clock.now()) < 60_000);
  for (const uri of [page_uri, thumbnail_uri, background_uri]) assert.match(uri, /^\/board\//);
  assert.deepEqual(new Set(pageTypes).size, 8);
});

test('[PAGE-7] pages come in the order of their page_number, as numbers and not as text', async () => {
  const { body } = await list();
  const numbers = body.data.pages.map(({ page_number }: { page_number: string }) => page_number);
  assert.deepEqual(numbers, ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13']);
  const indexes = body.data.pages.map(({ page_index }: { page_index: number }) => page_index);
  assert.deepEqual(indexes, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0]);
});

test('[PAGE-7] page_number decides, whatever the ids', async () => {
  const binderId = await service.make.binder(cast.owner);
  const { pages } = await uploaded(service, { binderId, owner: cast.owner }, makePdf({ pages: 4 }));
  const [first, second, third, fourth] = pages.map(({ id }) => id);
  // Moving pages comes later; their order is that of the column whoever writes it.
  await service.env.db.query('UPDATE pages SET page_number = 2.5 WHERE binder_id = $1 AND id = $2', [
    binderId,
    first,
  ]);
  assert.deepEqual(idsOf(await list('', binderId, cast.owner.token)), [second, first, third, fourth]);
  const walked = [];
  let cursor: string | undefined;
  do {
    const { body } = await list(`?limit=1${cursor ? `&cursor=${cursor}` : ''}`, binderId, cast.owner.token);
    walked.push(body.data.pages[0].id);
    cursor = body.data.next_cursor;
  } while (cursor);
  assert.deepEqual(walked, [second, first, third, fourth]);
});

test('[PAGE-5] file_id gives the pages of that file', async () => {
  assert.deepEqual(
    idsOf(await list(`?file_id=${pdf.fileId}`)),
    pdf.pages.map(({ id }) => id),
  );
  assert.deepEqual(
    idsOf(await list(`?file_id=${image.fileId}`)),
    image.pages.map(({ id }) => id),
  );
});

test('[PAGE-5] a file_id that does not exist, or is of another binder, is 404', async () => {
  const other = await service.make.binder(cast.owner);
  const foreign = await uploaded(service, { binderId: other, owner: cast.owner }, 'text');
  for (const id of ['F0000000000000000000000', foreign.fileId]) {
    const { status, body } = await list(`?file_id=${id}`);
    assert.equal(status, 404);
    assert.match(body.message, /file/);
  }
});

test('[PAGE-5] filter gives the pages that it lists and that are there, in display order and once', async () => {
  const [first, second, third] = pdf.pages.map(({ id }) => id);
  assert.deepEqual(idsOf(await list(`?filter=${third},${first},${third},999999`)), [first, third]);
  assert.deepEqual(idsOf(await list('?filter=999999')), []);
  assert.deepEqual(idsOf(await list(`?filter=${second},${image.pages[0].id}&file_id=${image.fileId}`)), [
    image.pages[0].id,
  ]);
});

test('[PAGE-6] a filter that is not numbers separated by commas is 400 and named', async () => {
  const thousandAndOne = Array.from({ length: 1001 }, (_, index) => index + 1).join(',');
  for (const filter of [
    '',
    'x',
    '1,',
    ',1',
    '1,,2',
    '1;2',
    '-1',
    '0',
    '1.5',
    '1e3',
    ' 1',
    "1'--",
    '99999999999999999',
    thousandAndOne,
  ]) {
    const { status, body } = await list(`?filter=${encodeURIComponent(filter)}`);
    assert.equal(status, 400, filter);
    assert.equal(body.errors[0].path, 'filter', filter);
  }
});

test('[HTTP-23] [HTTP-25] limit and cursor walk the list, each page once', async () => {
  const all = idsOf(await list());
  for (const limit of [1, 5, 13, 1000]) {
    const walked: number[] = [];
    let cursor: string | undefined;
    do {
      const answer = await list(`?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
      assert.ok(idsOf(answer).length <= limit);
      walked.push(...idsOf(answer));
      cursor = answer.body.data.next_cursor;
    } while (cursor);
    assert.deepEqual(walked, all);
  }
});

test('[HTTP-24] a limit or cursor that is none is 400 and named', async () => {
  const forged = (keys: unknown) => Buffer.from(JSON.stringify(keys)).toString('base64url');
  const cursors = [
    'x',
    forged(['1']),
    forged([1, '1']),
    forged(['1e9', 1]),
    forged(["1'", 1]),
    forged({}),
    forged(['NaN', 2]),
  ];
  const cases = [
    ...['0', '-1', '1001', 'x', '1.5'].map((limit) => ['limit', limit]),
    ...cursors.map((cursor) => ['cursor', cursor]),
  ];
  for (const [name = '', value] of cases) {
    const { status, body } = await list(`?${name}=${value}`);
    assert.equal(status, 400, `${name}=${value}`);
    assert.equal(body.errors[0].path, name);
  }
});

test('[PAGE-11] a page that is listed twice has the same links, and other links the day after', async () => {
  const linksOf = async () => (await list(`?file_id=${image.fileId}`)).body.data.pages[0].thumbnail_uri;
  const first = await linksOf();
  assert.equal(await linksOf(), first);
  service.clock.advance(24 * 60 * 60 * 1000);
  assert.notEqual(await linksOf(), first);
  assert.equal((await fetch(service.origin + first)).status, 200, 'a link is good for a day at least');
});

test('[HTTP-20] only members list the pages', async () => {
  const expected: [string, number][] = [
    [cast.owner.token, 200],
    [cast.editor.token, 200],
    [cast.viewer.token, 200],
    [cast.viewer.readToken, 200],
    [cast.colleague.token, 403],
    [cast.neighbour.token, 403],
    [cast.stranger.token, 403],
    ['unknown', 401],
  ];
  for (const [token, status] of expected) assert.equal((await list('', cast.binderId, token)).status, status);
});

test('[BINDER-8] a binder counts its pages, and shows the thumbnail of its first one', async () => {
  const binderId = await service.make.binder(cast.owner);
  const binder = async () => {
    const { body } = await service.call('GET', `/${binderId}`, { token: cast.owner.token });
    const listed = await service.call('GET', '/me/binders', { token: cast.owner.token });
    const entry = listed.body.data.binders.find(
      ({ binder }: { binder: { id: string } }) => binder.id === binderId,
    );
    assert.equal(entry.binder.thumbnail_uri, body.data.thumbnail_uri);
    assert.equal(entry.binder.total_pages, body.data.total_pages);
    return body.data;
  };
  assert.deepEqual([(await binder()).total_pages, (await binder()).thumbnail_uri], [0, '']);
  const { pages } = await uploaded(service, { binderId, owner: cast.owner }, makePdf({ pages: 3 }));
  assert.deepEqual(
    [(await binder()).total_pages, (await binder()).thumbnail_uri],
    [3, service.origin + pages[0].thumbnail_uri],
  );
  assert.equal((await fetch(service.origin + pages[0].thumbnail_uri)).status, 200);
  await service.call('DELETE', `/${binderId}/pages/${pages[0].id}`, { token: cast.owner.token });
  assert.deepEqual(
    [(await binder()).total_pages, (await binder()).thumbnail_uri],
    [2, service.origin + pages[1].thumbnail_uri],
  );
  await service.call('DELETE', `/${binderId}/pages?filter=${pages[1].id},${pages[2].id}`, {
    token: cast.owner.token,
  });
  assert.deepEqual([(await binder()).total_pages, (await binder()).thumbnail_uri], [0, '']);
});
