import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cast, type CreatedUser, startService, type TestService, within } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { makePdf } from '../../media/testing/fixtures.ts';

let service: TestService;
let cast: Cast;
let owner: CreatedUser;
beforeAll(async () => {
  service = await startService();
  cast = await service.make.cast();
  owner = cast.owner;
});
afterAll(() => service.close());

interface PageJson {
  id: number;
  file_id: string;
  revision: number;
  created_time: number;
  page_number: string;
  page_index: number;
  [key: string]: unknown;
}

async function upload(binderId: string, pages: number): Promise<PageJson[]> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(await makePdf({ pages, width: 200, height: 100 }))], 'a.pdf'));
  const answer = await service.call('POST', `/${binderId}/pageupload`, { token: owner.token, body: form });
  assert.equal(answer.status, 200, answer.body.message);
  return list(binderId);
}
const list = async (binderId: string): Promise<PageJson[]> =>
  (await service.call('GET', `/${binderId}/pages`, { token: owner.token })).body.data.pages;
const transfer = (how: 'copypages' | 'movepages', to: string, json: unknown, token = owner.token) =>
  service.call('POST', `/${to}/${how}`, { token, json });
const named = (pages: PageJson[]) => pages.map(({ id }) => ({ id }));
const feedOf = async (binderId: string) =>
  (await service.call('GET', `/${binderId}/feed`, { token: owner.token })).body.data.entries as {
    seq: number;
    kind: string;
  }[];
const keptFiles = async () =>
  (await readdir(join(service.directory, 'files'), { recursive: true, withFileTypes: true })).filter((e) =>
    e.isFile(),
  ).length;

test('[PAGE-22] [PAGE-23] copies have new ids behind the last page, the same file and its bytes', async () => {
  const [source, target] = [await service.make.binder(owner), await service.make.binder(owner)];
  const pages = await upload(source, 3);
  await upload(target, 1);
  const files = await keptFiles();
  const [first, , third] = pages;
  assert.ok(first && third);
  const answer = await transfer('copypages', target, { source_id: source, pages: named([third, first]) });
  assert.deepEqual(answer.body, { code: 'RESPONSE_SUCCESS' });
  const copied = (await list(target)).slice(1);
  assert.deepEqual(
    copied.map(({ page_index }) => page_index),
    [2, 0],
    'in the order of the list',
  );
  assert.ok(copied.every(({ file_id }) => file_id === first.file_id));
  assert.ok(copied.every(({ revision }) => revision === 1));
  assert.equal(await keptFiles(), files, 'no new bytes');
  assert.deepEqual(await list(source), pages, 'the source is as it was');
  const thumbnail = await fetch(service.origin + copied[0]?.thumbnail_uri);
  assert.equal(thumbnail.status, 200);
  const all = await transfer('copypages', target, { source_id: source });
  assert.equal(all.status, 200);
  assert.equal((await list(target)).length, 6, 'without pages all are copied');
});

test('[PAGE-22] pages are copied within one binder too', async () => {
  const binder = await service.make.binder(owner);
  const [page] = await upload(binder, 1);
  assert.ok(page);
  await transfer('copypages', binder, { source_id: binder, pages: [{ id: page.id }] });
  const pages = await list(binder);
  assert.equal(pages.length, 2);
  assert.notEqual(pages[1]?.id, page.id);
});

test('[PAGE-24] [PAGE-25] a moved page takes its comments and annotations along and is gone from the source', async () => {
  const [source, target] = [await service.make.binder(owner), await service.make.binder(owner)];
  const [page] = await upload(source, 1);
  assert.ok(page);
  await service.call('POST', `/${source}/pages/${page.id}/comments`, {
    token: owner.token,
    json: { text: 'comes along' },
  });
  await service.env.db.query(
    `INSERT INTO annotations (binder_id, page_id, client_uuid, user_id, svg_tag, created_at, updated_at) VALUES ($1, $2, 'a', $3, '<g/>', 1, 1)`,
    [source, page.id, owner.id],
  );
  const answer = await transfer('movepages', target, { source_id: source, pages: [{ id: page.id }] });
  assert.deepEqual(answer.body, { code: 'RESPONSE_SUCCESS' });
  assert.deepEqual(await list(source), []);
  const [moved] = await list(target);
  assert.ok(moved);
  assert.equal(moved.file_id, page.file_id);
  assert.equal(moved.created_time, page.created_time);
  assert.equal(moved.revision, 3, 'the comment and the move are changes');
  const comments = await service.call('GET', `/${target}/pages/${moved.id}/comments`, { token: owner.token });
  assert.equal(comments.body.data.comments[0].text, 'comes along');
  const annotations = await service.env.db.query(
    'SELECT svg_tag FROM annotations WHERE binder_id = $1 AND page_id = $2',
    [target, moved.id],
  );
  assert.equal(annotations.length, 1);
  assert.equal((await feedOf(source)).at(-1)?.kind, 'page_moved');
  assert.equal((await feedOf(target)).at(-1)?.kind, 'page_created');
});

test('[PAGE-26] one missing page is 404 and nothing is copied or moved', async () => {
  const [source, target] = [await service.make.binder(owner), await service.make.binder(owner)];
  const [page] = await upload(source, 1);
  assert.ok(page);
  for (const how of ['copypages', 'movepages'] as const) {
    const answer = await transfer(how, target, {
      source_id: source,
      pages: [{ id: page.id }, { id: 999_999 }],
    });
    assert.equal(answer.status, 404);
    assert.deepEqual(await list(target), []);
    assert.equal((await list(source)).length, 1);
    const twice = await transfer(how, target, {
      source_id: source,
      pages: [{ id: page.id }, { id: page.id }],
    });
    assert.equal(twice.body.errors[0].path, 'pages[1].id');
  }
  const same = await transfer('movepages', source, { source_id: source, pages: [{ id: page.id }] });
  assert.equal(same.body.errors[0].path, 'source_id');
  await service.call('DELETE', `/${source}/pages/${page.id}`, { token: owner.token });
  assert.equal(
    (await transfer('copypages', target, { source_id: source, pages: [{ id: page.id }] })).status,
    404,
  );
});

test('[PAGE-26] copying and moving need write access in both binders', async () => {
  const target = await service.make.binder(cast.editor, [{ user: cast.viewer, role: 'editor' }]);
  const readOnly = await service.make.binder(cast.colleague, [{ user: cast.editor, role: 'viewer' }]);
  const pages = named(await upload(cast.binderId, 1));
  for (const how of ['copypages', 'movepages'] as const) {
    const into = (to: string, token: string) => transfer(how, to, { source_id: cast.binderId, pages }, token);
    assert.equal((await into(target, cast.viewer.token)).status, 403, 'only reads the source');
    assert.equal((await into(readOnly, cast.editor.token)).status, 403, 'only reads the target');
    assert.equal((await into(target, cast.stranger.token)).status, 403);
    assert.equal((await into(`B${'0'.repeat(22)}`, cast.editor.token)).status, 404);
    assert.equal((await service.call('POST', `/${target}/${how}`, { json: {} })).status, 401);
  }
  assert.equal((await list(cast.binderId)).length, 1);
  const allowed = await transfer('movepages', target, { source_id: cast.binderId, pages }, cast.editor.token);
  assert.equal(allowed.status, 200);
});

test('[PAGE-22] [PAGE-24] bad fields are refused by name', async () => {
  const binder = await service.make.binder(owner);
  const source_id = cast.binderId;
  const cases: ['copypages' | 'movepages', unknown, string][] = [
    ['copypages', {}, 'source_id'],
    ['copypages', { source_id: 7 }, 'source_id'],
    ['copypages', { source_id: 'x' }, 'source_id'],
    ['copypages', { source_id, pages: [] }, 'pages'],
    ['copypages', { source_id, pages: [{}] }, 'pages[0].id'],
    ['copypages', { source_id, pages: [{ id: '1' }] }, 'pages[0].id'],
    ['copypages', { source_id, pages: [{ id: -1 }] }, 'pages[0].id'],
    ['copypages', { source_id, pages: null }, 'pages'],
    ['movepages', { source_id }, 'pages'],
    ['movepages', { pages: [{ id: 1 }] }, 'source_id'],
  ];
  for (const [how, json, field] of cases) {
    const answer = await transfer(how, binder, json);
    assert.equal(answer.status, 400, `${how} ${JSON.stringify(json)}`);
    assert.equal(answer.body.errors[0].path, field, `${how} ${JSON.stringify(json)}`);
  }
});

test('[PAGE-25] moves to and fro at once neither lose nor double a page', async () => {
  const [a, b] = [await service.make.binder(owner), await service.make.binder(owner)];
  await upload(a, 6);
  for (let round = 0; round < 4; round++) {
    const moves = [
      ...(await list(a)).map(({ id }) => [a, b, id] as const),
      ...(await list(b)).map(({ id }) => [b, a, id] as const),
    ];
    const answers = await Promise.all(
      [...moves, ...moves].map(([from, to, id]) =>
        transfer('movepages', to, { source_id: from, pages: [{ id }] }),
      ),
    );
    assert.equal(
      answers.filter(({ status }) => status === 200).length,
      moves.length,
      'each page is moved by one of the two',
    );
    assert.equal(answers.filter(({ status }) => status === 404).length, moves.length);
    const indexes = [...(await list(a)), ...(await list(b))].map(({ page_index }) => page_index).sort();
    assert.deepEqual(indexes, [0, 1, 2, 3, 4, 5]);
  }
  for (const binder of [a, b]) {
    const seqs = (await feedOf(binder)).map(({ seq }) => seq);
    assert.deepEqual(
      seqs,
      seqs.map((_, at) => at + 1),
      'no gap',
    );
  }
});

test('[PAGE-22] 1,000 pages are copied in half a second', async (t) => {
  const source = await service.make.binder(owner);
  await upload(source, 1000);
  const files = await keptFiles();
  // The budget is 500 ms on a quiet machine.
  const target = await within(2_000, async () => {
    const made = await service.make.binder(owner);
    const started = performance.now();
    const answer = await transfer('copypages', made, { source_id: source });
    t.annotate(`1,000 pages copied in ${Math.round(performance.now() - started)} ms`);
    assert.equal(answer.status, 200);
    return made;
  });
  assert.equal((await list(target)).length, 1000);
  assert.equal(await keptFiles(), files);
});
