import assert from 'node:assert/strict';
import { type Cast, uploadFile } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let cast: Cast;
let pageId: number;
beforeAll(async () => {
  cast = await service.make.cast();
  const { binderId, owner } = cast;
  const { pages } = await uploadFile(service, { binderId, token: owner.token }, 'To draw on', 'note.txt');
  pageId = pages[0].id;
});

const RED = '<path d="M0 0L9 9" stroke="#f00"/>';
const BLUE = '<path d="M0 0L9 9" stroke="#00f"/>';
const path = (id = pageId, binderId = cast.binderId) => `/${binderId}/pages/${id}/annotations`;
const draw = (client_uuid: unknown, svg_tag: unknown, token = cast.editor.token, to = path()) =>
  service.call('POST', to, { token, json: { client_uuid, svg_tag } });
const erase = (uuid: string, token = cast.editor.token, from = path()) =>
  service.call('DELETE', `${from}/${encodeURIComponent(uuid)}`, { token });
async function page() {
  const { body } = await service.call('GET', `/${cast.binderId}/pages`, { token: cast.viewer.token });
  return body.data.pages[0];
}
const tags = async (): Promise<{ client_uuid: string; svg_tag: string; created_time: number }[]> =>
  (await page()).svg_tags;

test('[ANN-4] posting a client_uuid again replaces the annotation, which keeps its place', async () => {
  await draw('first', RED);
  const before = await tags();
  await draw('second', RED);
  await draw('first', BLUE);
  const now = await tags();
  assert.equal(now.length, before.length + 1);
  const first = now.find(({ client_uuid }) => client_uuid === 'first');
  assert.match(String(first?.svg_tag), /#00f/);
  assert.equal(first?.created_time, before.find(({ client_uuid }) => client_uuid === 'first')?.created_time);
  await Promise.all(Array.from({ length: 20 }, () => draw('parallel', RED)));
  assert.equal((await tags()).filter(({ client_uuid }) => client_uuid === 'parallel').length, 1);
});

test('[PAGE-21] [ANN-1] [ANN-3] each change counts on the page’s revision and is told once in the log', async () => {
  const { revision } = await page();
  await draw('counted', RED);
  await draw('counted', BLUE);
  await erase('counted');
  assert.equal((await page()).revision, revision + 3);
  const { body } = await service.call('GET', `/${cast.binderId}/feed`, { token: cast.owner.token });
  const last = body.data.entries
    .slice(-3)
    .map(({ kind, body }: { kind: string; body: unknown }) => [kind, body]);
  const told = { page_id: pageId, client_uuid: 'counted' };
  assert.deepEqual(last, [
    ['page_annotated', told],
    ['page_annotated', told],
    ['page_annotation_deleted', told],
  ]);
});

test('[ANN-6] [ANN-1] bad fields are refused by name, markup with what is wrong in it, and nothing changes', async () => {
  const before = await page();
  const cases: [unknown, unknown, string, RegExp?][] = [
    [undefined, RED, 'client_uuid'],
    [null, RED, 'client_uuid'],
    ['', RED, 'client_uuid'],
    ['a b', RED, 'client_uuid'],
    ['x'.repeat(101), RED, 'client_uuid'],
    [7, RED, 'client_uuid'],
    ['u', undefined, 'svg_tag'],
    ['u', null, 'svg_tag'],
    ['u', '', 'svg_tag'],
    ['u', 7, 'svg_tag'],
    ['u', 'just text', 'svg_tag', /text outside/],
    ['u', '<g onload="x"/>', 'svg_tag', /onload.*<g>/],
    ['u', '<script/>', 'svg_tag', /<script>/],
    ['u', `<path d="${'M0 0'.repeat(70_000)}"/>`, 'svg_tag'],
  ];
  for (const [uuid, markup, field, message] of cases) {
    const answer = await draw(uuid, markup);
    const what = `${String(uuid).slice(0, 20)} ${String(markup).slice(0, 40)}`;
    assert.equal(answer.status, 400, what);
    assert.equal(answer.body.errors[0].path, field, what);
    if (message) assert.match(answer.body.message, message);
  }
  assert.deepEqual(await page(), before);
});

test('[ANN-1] [ANN-3] every kind of actor gets what the role allows', async () => {
  const table: [string, string | undefined, number][] = [
    ['owner', cast.owner.token, 200],
    ['editor', cast.editor.token, 200],
    ['viewer', cast.viewer.token, 403],
    ['colleague', cast.colleague.token, 403],
    ['neighbour', cast.neighbour.token, 403],
    ['stranger', cast.stranger.token, 403],
    ['read-only scope', cast.owner.readToken, 403],
    ['unknown token', 'nonsense', 401],
    ['no token', undefined, 401],
  ];
  for (const [who, token, status] of table) {
    await draw('for-all', RED, cast.owner.token);
    const bearer = token === undefined ? {} : { token };
    const json = { client_uuid: 'table', svg_tag: RED };
    assert.equal((await service.call('POST', path(), { ...bearer, json })).status, status, `${who} draws`);
    assert.equal((await service.call('DELETE', `${path()}/for-all`, bearer)).status, status, `${who} erases`);
  }
});

test('[ANN-1] [ANN-3] pages that are not there are 404, also those of another binder', async () => {
  const other = await service.make.binder(cast.editor);
  assert.equal((await draw('u', RED, cast.editor.token, path(999_999))).status, 404);
  assert.equal((await draw('u', RED, cast.editor.token, path(pageId, other))).status, 404);
  assert.equal((await erase('u', cast.editor.token, path(999_999))).status, 404);
  assert.equal((await draw('u', RED, cast.editor.token, path(pageId, `B${'0'.repeat(22)}`))).status, 404);
});

test('[PAGE-23] a copied page carries the annotations', async () => {
  const other = await service.make.binder(cast.editor);
  const json = { source_id: cast.binderId, pages: [{ id: pageId }] };
  await service.call('POST', `/${other}/copypages`, { token: cast.editor.token, json });
  const { body } = await service.call('GET', `/${other}/pages`, { token: cast.editor.token });
  assert.deepEqual(body.data.pages[0].svg_tags, await tags());
});

test('[ANN-10] an annotation lies where its outermost id says, and then by its age', async () => {
  const group = (id: string) => `<g id="${id}">${RED}</g>`;
  const order = async () =>
    (await tags()).map(({ client_uuid }) => client_uuid).filter((uuid) => uuid.startsWith('z-'));
  for (const [uuid, markup] of [
    ['z-a', RED],
    ['z-top', group('z2.5')],
    ['z-b', group('other')],
    ['z-below', group('z-1')],
    ['z-c', `<g>${group('z9')}</g>`],
  ] as const)
    assert.equal((await draw(uuid, markup)).status, 200);
  assert.deepEqual(await order(), ['z-below', 'z-a', 'z-b', 'z-c', 'z-top']);
  await draw('z-a', group('z3'));
  assert.deepEqual(await order(), ['z-below', 'z-b', 'z-c', 'z-top', 'z-a']);
  await draw('z-top', (await tags()).find(({ client_uuid }) => client_uuid === 'z-a')?.svg_tag);
  assert.deepEqual((await order()).slice(-2), ['z-a', 'z-top'], 'an id that was read here has two prefixes');
});
