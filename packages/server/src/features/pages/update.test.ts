import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { createActors, outsiders } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';
import { annotate, makePage, pagesOf } from './testing/annotate.ts';
import { type Uploader, uploaded } from './testing/upload.ts';

let owner: Uploader['owner'];
let uploader: Uploader;
beforeAll(async () => {
  owner = await service.make.user();
});
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

test('[PAGE-31] a page moves between two others again and again, and the numbers stay short', async () => {
  const { pages } = await uploaded(service, uploader, makePdf({ pages: 3 }));
  const [a, b, c] = pages.map(({ id }) => id);
  const numberOf = async (id: number) => (await pageOf(id)).page_number as string;
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
  for (const { kind, body: response } of body.data.entries)
    if (kind === 'page_updated') numbers.set(response.id, response.page_number);
  for (const { id, page_number } of await pagesOf(service, uploader))
    if (numbers.has(id)) assert.equal(numbers.get(id), page_number, 'the log tells each number');
  assert.equal((await post(a, { page_number: `1.${'1'.repeat(101)}` })).status, 400);
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
