import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { type Cast, type CreatedUser, startService, type TestService, within } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';

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
    const createdBinder = await service.make.binder(owner);
    const started = performance.now();
    const answer = await transfer('copypages', createdBinder, { source_id: source });
    t.annotate(`1,000 pages copied in ${Math.round(performance.now() - started)} ms`);
    assert.equal(answer.status, 200);
    return createdBinder;
  });
  assert.equal((await list(target)).length, 1000);
  assert.equal(await keptFiles(), files);
});
