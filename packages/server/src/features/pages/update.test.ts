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

const changeTogether = (ids: readonly number[], change: Record<string, unknown>) =>
  service.call('POST', `/${uploader.binderId}/changepages`, {
    token: owner.token,
    json: { pages: ids.map((id) => ({ id })), ...change },
  });

test('[PAGE-52] pages move together after another, to the beginning and to the end, each in one revision', async () => {
  const { pages } = await uploaded(service, uploader, makePdf({ pages: 5 }));
  const [a, b, c, d, e] = pages.map(({ id }) => id);
  const moves: [ids: number[], after: number, expected: number[]][] = [
    [[d, e], a, [a, d, e, b, c]],
    [[c, b], 0, [c, b, a, d, e]],
    [[c, a], e, [b, d, e, c, a]],
    [[e], d, [b, d, e, c, a]],
  ];
  for (const [ids, after_id, expected] of moves) {
    const before = new Map((await pagesOf(service, uploader)).map((page) => [page.id, page.revision]));
    assert.equal((await changeTogether(ids, { after_id })).status, 200);
    assert.deepEqual(await order(), expected);
    for (const { id, revision } of await pagesOf(service, uploader))
      assert.equal(revision, (before.get(id) ?? 0) + (ids.includes(id) ? 1 : 0));
  }
});

test('[PAGE-52] pages move between two with the same number, and numbers stay short', async () => {
  const { pages } = await uploaded(service, uploader, makePdf({ pages: 4 }));
  const [a, b, c, d] = pages.map(({ id }) => id);
  for (const id of [a, b]) await post(id, { page_number: '3' });
  assert.equal((await changeTogether([d], { after_id: a })).status, 200);
  assert.deepEqual(await order(), [a, d, b, c]);
  for (let round = 0; round < 60; round++) {
    const [first = 0, ...others] = await order();
    const ids = others.slice(-2);
    assert.equal((await changeTogether(ids, { after_id: first })).status, 200, `round ${round}`);
    assert.deepEqual(await order(), [first, ...ids, ...others.slice(0, -2)], `round ${round}`);
  }
  const { body } = await service.call('GET', `/${uploader.binderId}/feed`, { token: owner.token });
  const numbers = new Map<number, string>();
  for (const { kind, body: response } of body.data.entries)
    if (kind === 'page_updated') numbers.set(response.id, response.page_number);
  for (const { id, page_number } of await pagesOf(service, uploader)) {
    assert.ok(page_number.length <= 60, page_number);
    assert.equal(numbers.get(id), page_number, 'the log has each number');
  }
});

test('[PAGE-53] one name for several pages, all or none', async () => {
  const { pages } = await uploaded(service, uploader, makePdf({ pages: 2 }));
  const ids = pages.map(({ id }) => id);
  assert.equal((await changeTogether(ids, { name: 'Contract' })).status, 200);
  const named = async () => (await pagesOf(service, uploader)).map(({ name }) => name);
  assert.deepEqual(await named(), ['Contract', 'Contract']);
  const refusals: [ids: number[], change: Record<string, unknown>, status: number][] = [
    [[...ids, 999_999], { name: 'Other' }, 404],
    [ids, { name: 'Other', after_id: 999_999 }, 404],
    [ids, { name: 'Other', after_id: ids[0] }, 400],
    [[ids[0], ids[0]], { name: 'Other' }, 400],
    [[], { name: 'Other' }, 400],
    [ids, {}, 400],
  ];
  for (const [chosen, change, status] of refusals)
    assert.equal((await changeTogether(chosen, change)).status, status, JSON.stringify([chosen, change]));
  assert.deepEqual(await named(), ['Contract', 'Contract']);
});

test('[PAGE-52] two who move pages at once get one order that has all pages', async () => {
  const { pages } = await uploaded(service, uploader, makePdf({ pages: 6 }));
  const [a, b, c, d, e, f] = pages.map(({ id }) => id);
  const answers = await Promise.all([
    changeTogether([e, f], { after_id: a }),
    changeTogether([b, c], { after_id: a }),
    changeTogether([d], { after_id: 0 }),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  const final = await order();
  assert.deepEqual(final.slice(0, 2), [d, a]);
  assert.ok(
    [
      [e, f, b, c],
      [b, c, e, f],
    ].some((each) => String(each) === String(final.slice(2))),
    String(final),
  );
});

test('[PAGE-54] who may change several pages', async () => {
  const actors = await createActors(service);
  await actors.check({
    expected: { owner: 200, editor: 200, bot: 200, viewer: 403, reader: 403, ...outsiders },
    changes: true,
    prepare: (binderId) => makePage(service, { binderId, owner: actors.users.owner }, { type: 'note' }),
    call: ({ call }, binderId, id) =>
      call('POST', `/${binderId}/changepages`, { json: { pages: [{ id }], name: 'b', after_id: 0 } }),
  });
});
