import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { createActors, outsiders, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { annotate, makePage, pagesOf } from './testing/annotate.ts';
import { type Uploader, uploaded } from './testing/upload.ts';

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

const post = (id: number, json: unknown) =>
  service.call('POST', `/${uploader.binderId}/pages/${id}`, { token: owner.token, json });
const pageOf = async (id: number) => (await pagesOf(service, uploader, `?filter=${id}`))[0];
const textOf = async (id: number) =>
  (await service.call('GET', `/${uploader.binderId}/pagedownload/${id}`, { token: owner.token })).body.data
    .page;
const order = async () => (await pagesOf(service, uploader)).map(({ id }) => id);
const filesOf = async () =>
  (await service.call('GET', `/${uploader.binderId}/files`, { token: owner.token })).body.data.files;

test('[PAGE-31] a page moves to the place of its number, between two others as well', async () => {
  const { pages } = await uploaded(service, uploader, makePdf({ pages: 4 }));
  const [a, b, c, d] = pages.map(({ id }) => id);
  assert.equal((await post(d, { page_number: '1.5' })).status, 200);
  assert.deepEqual(await order(), [a, d, b, c]);
  assert.equal((await pageOf(d)).page_number, '1.5');
  assert.equal((await post(a, { page_number: '2.50' })).status, 200);
  assert.equal((await pageOf(a)).page_number, '2.5');
  assert.deepEqual(await order(), [d, b, a, c]);
  assert.equal((await post(c, { page_number: '0' })).status, 200);
  assert.deepEqual(await order(), [c, d, b, a]);
  assert.equal((await post(c, { page_number: '999999999.999999999' })).status, 200);
  const last = await makePage(service, uploader, { type: 'whiteboard' });
  assert.deepEqual(await order(), [d, b, a, c, last]);
  assert.equal((await pageOf(a)).page_index, 0, 'its place in the file stays');
});

test('[PAGE-31] a page moves between two others again and again, and the numbers stay short', async () => {
  const { pages } = await uploaded(service, uploader, makePdf({ pages: 3 }));
  const [a, b, c] = pages.map(({ id }) => id);
  const numberOf = async (id: number) => (await pageOf(id)).page_number as string;
  /** The exact number in the middle of two. */
  const between = (one: string, other: string) => {
    const digits = 1 + Math.max(...[one, other].map((each) => (each.split('.')[1] ?? '').length));
    const scaled = (each: string) => {
      const [whole = '', fraction = ''] = each.split('.');
      return BigInt(whole + fraction.padEnd(digits, '0'));
    };
    const middle = String((scaled(one) + scaled(other)) / 2n).padStart(digits + 1, '0');
    return `${middle.slice(0, -digits)}.${middle.slice(-digits)}`;
  };
  let [first, second, moving] = [a, b, c];
  for (let round = 0; round < 120; round++) {
    const answer = await post(moving, {
      page_number: between(await numberOf(first), await numberOf(second)),
    });
    assert.equal(answer.status, 200, `round ${round}`);
    assert.deepEqual(await order(), [first, moving, second], `round ${round}`);
    for (const { page_number } of await pagesOf(service, uploader))
      assert.ok(page_number.length <= 60, page_number);
    [second, moving] = [moving, second];
  }
  const { body } = await service.call('GET', `/${uploader.binderId}/feed`, { token: owner.token });
  const numbers = new Map<number, string>();
  for (const { kind, body: told } of body.data.entries)
    if (kind === 'page_updated') numbers.set(told.id, told.page_number);
  for (const { id, page_number } of await pagesOf(service, uploader))
    if (numbers.has(id)) assert.equal(numbers.get(id), page_number, 'the log tells each number');
  assert.equal((await post(a, { page_number: `1.${'1'.repeat(101)}` })).status, 400);
});

test('[PAGE-31] pages of equal number stand in the order of their ids', async () => {
  const { pages } = await uploaded(service, uploader, makePdf({ pages: 3 }));
  const [a, b, c] = pages.map(({ id }) => id);
  await post(c, { page_number: '1' });
  assert.deepEqual(await order(), [a, c, b]);
});

test('[PAGE-33] a note’s text is changed in a new file; the old one goes when no page shows it', async () => {
  const id = await makePage(service, uploader, { type: 'note', name: 'Plan', text: 'one' });
  const before = await pageOf(id);
  assert.equal((await post(id, { text: 'two – zwei' })).status, 200);
  const after = await pageOf(id);
  assert.notEqual(after.file_id, before.file_id);
  assert.equal(await textOf(id), 'two – zwei');
  assert.deepEqual(
    (await filesOf()).map((file: { id: string; name: string }) => [file.id, file.name]),
    [[after.file_id, 'Plan.md']],
  );
  assert.notEqual(after.page_uri, before.page_uri, 'what a link showed may be cached');
  assert.equal(await (await fetch(service.origin + after.page_uri)).text(), 'two – zwei');
});

test('[PAGE-33] a copy keeps its text when the note changes', async () => {
  const id = await makePage(service, uploader, { type: 'note', text: 'one' });
  await service.call('POST', `/${uploader.binderId}/copypages`, {
    token: owner.token,
    json: { source_id: uploader.binderId, pages: [{ id }] },
  });
  const copy = (await order()).find((each) => each !== id) ?? 0;
  await post(id, { text: 'two' });
  assert.deepEqual([await textOf(id), await textOf(copy)], ['two', 'one']);
  assert.equal((await filesOf()).length, 2);
  await post(copy, { text: 'three' });
  assert.deepEqual([await textOf(id), await textOf(copy)], ['two', 'three']);
  assert.equal((await filesOf()).length, 2);
});

test('[PAGE-33] a text that was uploaded can be changed too, and keeps its name and type', async () => {
  const { pages } = await uploaded(service, uploader, 'one', 'list.txt');
  await post(pages[0].id, { text: 'two' });
  const page = await pageOf(pages[0].id);
  assert.deepEqual([page.original_file_name, await textOf(page.id)], ['list.txt', 'two']);
  assert.equal((await filesOf())[0].mime_type, 'text/plain');
});

test('[PAGE-21] every change on a page counts one revision and changes its links', async () => {
  const id = await makePage(service, uploader, { type: 'note', text: 'one' });
  const seen: string[] = [];
  const check = async (what: string) => {
    const page = await pageOf(id);
    assert.equal(page.revision, seen.length + 1, what);
    assert.ok(!seen.includes(page.thumbnail_uri), what);
    assert.match(page.thumbnail_uri, new RegExp(`\\?v=${page.revision}&`));
    seen.push(page.thumbnail_uri);
  };
  await check('made');
  await post(id, { name: 'a', text: 'two', page_number: '7' });
  await check('three fields at once are one change');
  await annotate(service, uploader, id);
  await check('annotated');
  await annotate(service, uploader, id, '<circle r="5"/>');
  await check('annotated anew');
  await service.call('DELETE', `/${uploader.binderId}/pages/${id}/annotations/mark`, { token: owner.token });
  await check('annotation deleted');
  await post(id, { name: 'a' });
  await check('renamed to the same');
  await post(id, {});
  await post(id, { page_number: 'x' });
  assert.equal((await pageOf(id)).revision, seen.length, 'what is refused counts nothing');
});

test('[PAGE-31] a change stands in the log with what changed', async () => {
  const id = await makePage(service, uploader, { type: 'note', text: 'one' });
  await post(id, { name: 'a', page_number: '7' });
  const rows = await service.env.db.query<{ body: object }>(
    `SELECT body FROM binder_log WHERE binder_id = $1 AND kind = 'page_updated'`,
    [uploader.binderId],
  );
  assert.deepEqual(
    rows.map(({ body }) => body),
    [{ id, name: 'a', page_number: '7' }],
  );
});

test('[PAGE-31] a wrong field is 400 and is named; a page that is not there is 404', async () => {
  const id = await makePage(service, uploader, { type: 'note', text: 'one' });
  const before = await pageOf(id);
  for (const [field, body] of [
    ['', {}],
    ['', { other: 1 }],
    ['page_number', { page_number: 2 }],
    ['page_number', { page_number: null }],
    ['page_number', { page_number: '' }],
    ['page_number', { page_number: '-1' }],
    ['page_number', { page_number: '1e3' }],
    ['page_number', { page_number: 'NaN' }],
    ['page_number', { page_number: '1.' }],
    ['page_number', { page_number: '.5' }],
    ['page_number', { page_number: '1,5' }],
    ['page_number', { page_number: ' 1' }],
    ['page_number', { page_number: '1234567890' }],
    ['page_number', { page_number: `1.${'1'.repeat(101)}` }],
    ['name', { name: 'x'.repeat(256) }],
    ['name', { name: {} }],
    ['text', { text: ['a'] }],
    ['text', { text: 'x'.repeat(524_289) }],
  ] as const) {
    const answer = await post(id, body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.equal(answer.body.errors[0].path, field, JSON.stringify(body));
  }
  assert.deepEqual(await pageOf(id), before);
  assert.equal((await post(id + 1_000, { name: 'a' })).status, 404);
  await service.call('DELETE', `/${uploader.binderId}/pages/${id}`, { token: owner.token });
  assert.equal((await post(id, { name: 'a' })).status, 404);
  const elsewhere = { ...uploader, binderId: await service.make.binder(owner as never) };
  const foreign = await makePage(service, elsewhere, { type: 'note' });
  await makePage(service, elsewhere, { type: 'note' });
  if (foreign !== id) assert.equal((await post(foreign, { name: 'a' })).status, 404);
});

test('[PAGE-44] a note is not changed by who has read another text than it has', async () => {
  const id = await makePage(service, uploader, { type: 'note', name: 'Plan', text: 'one' });
  const { file_id: base_file_id } = await pageOf(id);
  const texts = ['two', 'three', 'four'];
  const answers = await Promise.all(texts.map((text) => post(id, { text, base_file_id })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412], 'of several one wins');
  const late = answers.find(({ status }) => status === 412);
  assert.equal(late?.body.errors[0].path, 'base_file_id');
  const won = answers.findIndex(({ status }) => status === 200);
  assert.equal(await textOf(id), texts[won]);
  const now = await pageOf(id);
  assert.equal((await post(id, { text: 'five', base_file_id: now.file_id })).status, 200);
  assert.equal((await post(id, { text: 'six', base_file_id: 'x' })).status, 400);
  const board = await makePage(service, uploader, { type: 'whiteboard' });
  assert.equal((await post(board, { name: 'a', base_file_id })).status, 412);
});

test('[PAGE-34] who may change a page', async () => {
  const actors = await createActors(service);
  await actors.check({
    expected: { owner: 200, editor: 200, bot: 200, viewer: 403, reader: 403, ...outsiders },
    changes: true,
    prepare: (binderId) => makePage(service, { binderId, owner: actors.users.owner }, { type: 'note' }),
    call: ({ call }, binderId, id) =>
      call('POST', `/${binderId}/pages/${id}`, { json: { text: 'b', page_number: '3' } }),
  });
});
