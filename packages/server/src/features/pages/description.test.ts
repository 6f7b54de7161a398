import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { adminOf, type Cast, createActors, outsiders } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import sharp from 'sharp';
import { beforeEach, test } from 'vitest';
import { archiveOf, importTo } from '../binder-archives/testing/archive.ts';
import { payloadPart } from '../messages/testing/forms.ts';
import { makePage, pagesOf } from './testing/annotate.ts';
import { FORM_TYPE, filePart, formOf } from './testing/form.ts';

const WORDS = 'A harbour at dusk:\ntwo tugs, <b>one</b> ferry';

let cast: Cast;
beforeEach(async () => {
  cast = await service.make.cast();
});

const post = (path: string, json: unknown) =>
  service.call('POST', `/${cast.binderId}${path}`, { token: cast.editor.token, json });
const descriptions = async (binderId = cast.binderId, query = '') =>
  (await pagesOf(service, { ...cast, binderId }, query)).map(({ description }) => description);
const feed = async () => (await service.call('GET', `/${cast.binderId}/feed`, cast.owner)).body.data;
const search = async (word: string) => {
  const { body } = await service.call('GET', `/${cast.binderId}/search?q=${word}`, cast.viewer);
  return body.data.results as { type: string; text: string }[];
};

const picture = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

async function attach(payload: unknown, bytes?: Uint8Array, name = 'IMG_2041.png') {
  return service.call('POST', `/${cast.binderId}/messages`, {
    token: cast.editor.token,
    body: formOf([payloadPart(payload), filePart(Buffer.from(bytes ?? (await picture('navy'))), name)]),
    headers: { 'content-type': FORM_TYPE },
  });
}

test('[PAGE-90] a page is created with a description, which a change replaces and an empty one removes', async () => {
  const id = await makePage(service, cast, { type: 'note', text: 'a', description: WORDS });
  await makePage(service, cast, { type: 'whiteboard', description: '' });
  const link = await post('/pageweblink', { url: 'https://example.test/', description: 'A map' });
  assert.equal(link.status, 200, link.body.message);
  assert.deepEqual(await descriptions(), [WORDS, undefined, 'A map']);
  const [before] = await pagesOf(service, cast);
  assert.equal((await post(`/pages/${id}`, { description: 'A ferry' })).status, 200);
  assert.equal((await post(`/pages/${id}`, { name: 'Ferry' })).status, 200);
  const [after] = await pagesOf(service, cast);
  assert.deepEqual([after.description, after.revision], ['A ferry', before.revision + 2]);
  assert.equal((await post(`/pages/${id}`, { description: '' })).status, 200);
  assert.equal('description' in (await pagesOf(service, cast))[0], false);
  const { entries } = await feed();
  const bodies = entries.filter(({ kind }: { kind: string }) => kind === 'page_updated');
  assert.deepEqual(
    bodies.map(({ body }: { body: unknown }) => body),
    [
      { id, description: true },
      { id, name: 'Ferry' },
      { id, description: true },
    ],
  );
});

test('[PAGE-90] a description that is too long, or no text, is refused', async () => {
  const id = await makePage(service, cast, { type: 'note', text: 'a', description: '🚢'.repeat(1_000) });
  for (const description of ['a'.repeat(1_001), 'a\u0000b', 'a\ud800b', null, 7]) {
    for (const answer of [
      await post(`/pages/${id}`, { description }),
      await post('/pages', { type: 'note', description }),
    ]) {
      assert.equal(answer.status, 400, JSON.stringify(description));
      assert.match(answer.body.message, /description/);
    }
  }
  assert.deepEqual(await descriptions(), ['🚢'.repeat(1_000)]);
});

test('[PAGE-90] who may describe a page', async () => {
  const actors = await createActors(service);
  await actors.check({
    expected: { owner: 200, editor: 200, bot: 200, viewer: 403, reader: 403, ...outsiders },
    changes: true,
    prepare: (binderId) => makePage(service, { binderId, owner: actors.users.owner }, { type: 'note' }),
    call: ({ call }, binderId, id) =>
      call('POST', `/${binderId}/pages/${id}`, { json: { description: 'A map' } }),
  });
});

test('[PAGE-91] a message describes the picture that it attaches, and of a document the first page', async () => {
  assert.equal((await attach({ message: {}, file_description: WORDS })).status, 200);
  const pdf = makePdf({ pages: 2 });
  assert.equal((await attach({ message: {}, file_description: 'Cover' }, pdf, 'a.pdf')).status, 200);
  assert.deepEqual(await descriptions(), [WORDS, 'Cover', undefined]);
  const plain = await post('/messages', { message: { text: 'Hello' }, file_description: 'Nothing' });
  assert.deepEqual([plain.status, plain.body.message], [400, 'file_description needs a file']);
  const long = await attach({ message: {}, file_description: 'a'.repeat(1_001) });
  assert.equal(long.status, 400);
  assert.match(long.body.message, /file_description/);
  assert.equal((await descriptions()).length, 3);
});

test('[PAGE-92] search finds a page by its description, also after a change and for a new version', async () => {
  assert.equal((await attach({ message: {}, file_description: WORDS })).status, 200);
  assert.deepEqual(
    (await search('tugs')).map(({ type }) => type),
    ['page'],
  );
  const [{ id }] = await pagesOf(service, cast);
  assert.equal((await post(`/pages/${id}`, { description: 'A lighthouse' })).status, 200);
  assert.deepEqual(await search('tugs'), []);
  const replaced = await service.call('POST', `/${cast.binderId}/pages/${id}/versions`, {
    token: cast.editor.token,
    body: formOf([filePart(await picture('teal'), 'b.png')]),
    headers: { 'content-type': FORM_TYPE },
  });
  assert.equal(replaced.status, 200, replaced.body.message);
  const [found] = await search('lighthouse');
  assert.match(found?.text ?? '', /A lighthouse/);
  assert.deepEqual(await descriptions(), ['A lighthouse']);
  const note = await makePage(service, cast, { type: 'note', text: 'Anchorage', description: 'Quay' });
  assert.equal((await search('quay')).length, 1);
  assert.equal((await post(`/pages/${note}`, { text: 'Mooring' })).status, 200);
  assert.deepEqual([(await search('quay')).length, (await search('mooring')).length], [1, 1]);
  assert.equal((await search('anchorage')).length, 0);
});

test('[PAGE-92] descriptions are part of copies, of the history and of archives', async () => {
  const id = await makePage(service, cast, { type: 'whiteboard', description: WORDS });
  const { seq } = await feed();
  assert.equal((await post(`/pages/${id}`, { description: 'A ferry' })).status, 200);
  assert.deepEqual(await descriptions(cast.binderId, `?as_of=seq:${seq}`), [WORDS]);
  const target = await service.make.binder(cast.owner);
  const json = { source_id: cast.binderId };
  const copied = await service.call('POST', `/${target}/copypages`, { token: cast.owner.token, json });
  assert.equal(copied.status, 200);
  assert.deepEqual(await descriptions(target), ['A ferry']);
  const admin = await adminOf(service, cast.owner);
  const archive = await archiveOf(service, cast.binderId, cast.owner);
  await service.call('DELETE', `/${cast.binderId}`, cast.owner);
  const imported = await importTo(service, admin, archive);
  assert.equal(imported.status, 200, imported.body.message);
  assert.deepEqual(await descriptions(), ['A ferry']);
  assert.deepEqual(await descriptions(cast.binderId, `?as_of=seq:${seq}`), [WORDS]);
  assert.equal((await search('ferry')).length, 1);
});
