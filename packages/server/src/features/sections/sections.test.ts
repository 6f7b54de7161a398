import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import {
  adminOf,
  type Cast,
  fileForm,
  startService,
  type TestService,
  uploadFile,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { archiveOf, importTo } from '../binder-archives/testing/archive.ts';

interface SectionJson {
  id: number;
  name: string;
}
interface PageJson {
  id: number;
  section_id?: number;
  revision: number;
}

let service: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  cast = await service.make.cast();
});
afterAll(() => service.close());

const call = (method: string, path: string, json?: unknown, token = cast.editor.token) =>
  service.call(method, `/${cast.binderId}${path}`, { token, ...(json === undefined ? {} : { json }) });
const create = async (name: string): Promise<number> => {
  const answer = await call('POST', '/sections', { name });
  assert.equal(answer.status, 200, answer.body.message);
  return answer.body.data.id;
};
const list = async (query = ''): Promise<SectionJson[]> =>
  (await call('GET', `/sections${query}`, undefined, cast.viewer.token)).body.data.sections;
const names = async (query = '') => (await list(query)).map(({ name }) => name);
const pagesOf = async (query = ''): Promise<PageJson[]> =>
  (await call('GET', `/pages${query}`, undefined, cast.viewer.token)).body.data.pages;
const sectionsOfPages = async (query = '') => (await pagesOf(query)).map(({ section_id }) => section_id);
const upload = async (pages: number): Promise<number[]> => {
  const to = { binderId: cast.binderId, token: cast.editor.token };
  const file = await uploadFile(service, to, new Uint8Array(makePdf({ pages })), 'Plan.pdf');
  return file.pages.map(({ id }: { id: number }) => id);
};
const move = (ids: readonly number[], change: object) =>
  call('POST', '/changepages', { pages: ids.map((id) => ({ id })), ...change });
const entries = async (count: number) => {
  const { body } = await call('GET', '/feed');
  return body.data.entries
    .slice(-count)
    .map(({ kind, body }: { kind: string; body: unknown }) => [kind, body]);
};

test('[PAGE-84] sections are created at the end, renamed, moved and deleted', async () => {
  const [a, b, c] = [await create('A'), await create('B'), await create('A')];
  assert.deepEqual(await names(), ['A', 'B', 'A'], 'names need not differ');
  const renamed = await call('POST', `/sections/${c}`, { name: 'C', after_id: a });
  assert.deepEqual([renamed.status, renamed.body.data.id, renamed.body.data.name], [200, c, 'C']);
  assert.deepEqual(await names(), ['A', 'C', 'B']);
  await call('POST', `/sections/${b}`, { after_id: 0 });
  assert.deepEqual(await names(), ['B', 'A', 'C']);
  assert.equal((await call('DELETE', `/sections/${a}`)).status, 200);
  assert.deepEqual(await names(), ['B', 'C']);
  assert.equal((await call('DELETE', `/sections/${a}`)).status, 404);
  assert.equal((await call('POST', `/sections/${a}`, { name: 'Gone' })).status, 404);
  assert.equal((await call('POST', `/sections/${b}`, { after_id: a })).status, 404);
  assert.equal((await call('POST', `/sections/${b}`, { after_id: b })).status, 400);
  assert.equal((await call('POST', `/sections/${b}`, {})).status, 400);
});

test('[PAGE-85] a name has up to 100 characters as people count them, and a binder up to 100 sections', async () => {
  const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
  assert.equal((await call('POST', '/sections', { name: family.repeat(100) })).status, 200);
  for (const name of [family.repeat(101), '', '\u202e', 1, undefined]) {
    const refused = await call('POST', '/sections', { name });
    assert.deepEqual([refused.status, refused.body.errors[0].path], [400, 'name'], JSON.stringify(name));
  }
  const statuses = await Promise.all(
    Array.from({ length: 102 }, async (_, at) => (await call('POST', '/sections', { name: `${at}` })).status),
  );
  assert.deepEqual(new Set(statuses), new Set([200, 412]));
  assert.equal((await list()).length, 100);
});

test('[PAGE-86] documents move into a section together with their place, and out of it', async () => {
  const [contracts, plans] = [await create('Contracts'), await create('Plans')];
  const [one, two] = [await upload(2), await upload(1)];
  assert.deepEqual(await sectionsOfPages(), [undefined, undefined, undefined]);
  assert.equal((await move(one, { section_id: plans, after_id: two[0] })).status, 200);
  assert.deepEqual(
    (await pagesOf()).map(({ id, section_id }) => [id, section_id]),
    [[two[0], undefined], ...one.map((id) => [id, plans])],
  );
  const moved = await entries(2);
  assert.deepEqual(
    moved.map(([kind, body]: [string, { id: number; section_id: number }]) => [
      kind,
      body.id,
      body.section_id,
    ]),
    one.map((id) => ['page_updated', id, plans]),
  );
  assert.equal((await call('POST', `/pages/${two[0]}`, { section_id: contracts })).status, 200);
  await move([...two], { name: 'Renamed' });
  assert.deepEqual(await sectionsOfPages(), [contracts, plans, plans], 'other changes leave the section');
  await move(one, { section_id: 0 });
  assert.deepEqual(await sectionsOfPages(), [contracts, undefined, undefined]);
  for (const refused of [
    await move([...one, ...two], { section_id: 999_999 }),
    await call('POST', `/pages/${two[0]}`, { section_id: 999_999 }),
  ])
    assert.equal(refused.status, 404);
  assert.deepEqual(await sectionsOfPages(), [contracts, undefined, undefined], 'nothing moved');
});

test('[PAGE-87] the pages of a deleted section are in none, in the same change', async () => {
  const section = await create('Contracts');
  const ids = await upload(2);
  await move(ids, { section_id: section });
  const before = await pagesOf();
  assert.equal((await call('DELETE', `/sections/${section}`)).status, 200);
  const after = await pagesOf();
  assert.deepEqual(
    after.map(({ section_id, revision }) => [section_id, revision]),
    before.map(({ revision }) => [undefined, revision + 1]),
  );
  assert.deepEqual(await entries(3), [
    ['section_deleted', { id: section, name: 'Contracts' }],
    ...ids.map((id) => ['page_updated', { id, section_id: 0 }]),
  ]);
});

test('[PAGE-87] of people who move a document and delete the section at once, nobody gets a 500 and no page is lost', async () => {
  const ids = await upload(1);
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await create('One'), await create('Two')];
    const answers = await Promise.all([
      move(ids, { section_id: one }),
      call('DELETE', `/sections/${one}`),
      move(ids, { section_id: two }),
      call('DELETE', `/sections/${one}`),
      call('POST', `/sections/${two}`, { after_id: one }),
    ]);
    for (const { status } of answers) assert.ok([200, 404].includes(status), String(status));
    assert.equal(answers[2]?.status, 200);
    const [page] = await pagesOf();
    const existing = (await list()).map(({ id }) => id);
    assert.ok(page && (page.section_id === undefined || existing.includes(page.section_id)));
  }
});

test('[PAGE-88] sections follow the history of the binder, its versions of files, and its archives', async () => {
  const section = await create('Contracts');
  const ids = await upload(1);
  await move(ids, { section_id: section });
  const { body } = await call('GET', '/feed');
  const { seq } = body.data.entries.at(-1);
  await call('POST', `/sections/${section}`, { name: 'Old contracts' });
  const replaced = await service.call('POST', `/${cast.binderId}/pages/${ids[0]}/versions`, {
    token: cast.editor.token,
    body: fileForm(new Uint8Array(makePdf({ pages: 3 })), 'Longer.pdf'),
  });
  assert.equal(replaced.status, 200, replaced.body.message);
  assert.deepEqual(await sectionsOfPages(), [section, section, section], 'added pages are in the section');
  const admin = await adminOf(service, cast.owner);
  const archive = await archiveOf(service, cast.binderId, cast.owner);
  await service.call('DELETE', `/${cast.binderId}`, { token: cast.owner.token });
  assert.equal((await importTo(service, admin, archive)).status, 200);
  assert.deepEqual(await names(), ['Old contracts']);
  assert.deepEqual(await sectionsOfPages(), [section, section, section]);
  await call('DELETE', `/sections/${section}`);
  assert.deepEqual(await names(), []);
  assert.deepEqual(await names(`?as_of=seq:${seq}`), ['Contracts']);
  assert.deepEqual(await sectionsOfPages(`?as_of=seq:${seq}`), [section]);
});

test('[PAGE-89] every kind of actor may do with sections what the role allows', async () => {
  const section = await create('Contracts');
  const table: [string, string | undefined, number, number][] = [
    ['owner', cast.owner.token, 200, 200],
    ['editor', cast.editor.token, 200, 200],
    ['viewer', cast.viewer.token, 403, 200],
    ['colleague', cast.sameOrg.token, 403, 403],
    ['neighbour', cast.otherOrg.token, 403, 403],
    ['stranger', cast.otherPartner.token, 403, 403],
    ['read-only scope', cast.owner.readToken, 403, 200],
    ['no token', undefined, 401, 401],
  ];
  for (const [who, token, writing, reading] of table) {
    const bearer = token === undefined ? {} : { token };
    const at = `/${cast.binderId}/sections`;
    const statuses = [
      (await service.call('GET', at, bearer)).status,
      (await service.call('POST', at, { ...bearer, json: { name: who } })).status,
      (await service.call('POST', `${at}/${section}`, { ...bearer, json: { name: who } })).status,
      (await service.call('DELETE', `${at}/999999`, bearer)).status,
    ];
    assert.deepEqual(statuses, [reading, writing, writing, writing === 200 ? 404 : writing], who);
  }
});
