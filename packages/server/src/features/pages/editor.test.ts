import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { type Cast, type CreatedUser, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { pagesOf } from './testing/annotate.ts';
import { uploaded } from './testing/upload.ts';

let service: TestService;
let cast: Cast;
let noteId: number;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  cast = await service.make.cast();
  const json = { type: 'note', text: 'One' };
  const { body } = await service.call('POST', `/${cast.binderId}/pages`, { token: cast.owner.token, json });
  noteId = body.data.page_id;
});

const claim = async ({ token }: CreatedUser, client_uuid: string, more: object = {}) => {
  const json = { client_uuid, ...more };
  const path = `/${cast.binderId}/pages/${noteId}/editor`;
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data as { user: { id: string; name: string }; is_mine: boolean; until_time: number };
};
const release = ({ token }: CreatedUser, client_uuid: string) =>
  service.call('DELETE', `/${cast.binderId}/pages/${noteId}/editor?client_uuid=${client_uuid}`, { token });

test('[PAGE-70] of several who claim a note at once, one edits it, and all learn who', async () => {
  const { owner, editor } = cast;
  const claims = await Promise.all(
    Array.from({ length: 12 }, (_, at) => claim(at % 2 === 0 ? owner : editor, `tab-${at}`)),
  );
  assert.equal(claims.filter(({ is_mine }) => is_mine).length, 1);
  assert.equal(new Set(claims.map(({ user }) => user.id)).size, 1);
  assert.equal(new Set(claims.map(({ user }) => user.name)).size, 1);
});

test('[PAGE-70] a claim ends a minute after it was last renewed', async () => {
  const { owner, editor } = cast;
  const first = await claim(owner, 'mine');
  service.clock.advance(50_000);
  const renewed = await claim(owner, 'mine');
  assert.ok(renewed.until_time > first.until_time);
  service.clock.advance(50_000);
  assert.equal((await claim(editor, 'theirs')).is_mine, false);
  service.clock.advance(11_000);
  const taken = await claim(editor, 'theirs');
  assert.deepEqual([taken.is_mine, taken.user.id], [true, editor.id]);
  assert.equal((await claim(owner, 'mine')).is_mine, false);
});

test('[PAGE-71] whoever has the claim ends it, and nobody else', async () => {
  const { owner, editor } = cast;
  await claim(owner, 'mine');
  assert.equal((await release(editor, 'mine')).status, 200);
  assert.equal((await release(owner, 'other')).status, 200);
  assert.equal((await claim(editor, 'theirs')).is_mine, false);
  assert.equal((await release(owner, 'mine')).status, 200);
  assert.equal((await claim(editor, 'theirs')).is_mine, true);
});

test('[PAGE-71] a second tab of one person sees the claim of the first, and may replace it', async () => {
  const { owner, editor } = cast;
  await claim(owner, 'first');
  const second = await claim(owner, 'second');
  assert.deepEqual([second.is_mine, second.user.id], [false, owner.id]);
  assert.equal((await claim(owner, 'second', { replaces: true })).is_mine, true);
  assert.equal((await claim(owner, 'first')).is_mine, false);
  assert.equal((await claim(editor, 'third', { replaces: true })).is_mine, false, 'not that of others');
});

test('[PAGE-72] a claim refuses no change: base_file_id decides, as before', async () => {
  const { owner, editor } = cast;
  await claim(owner, 'mine');
  const [page] = await pagesOf(service, { binderId: cast.binderId, owner }, `?filter=${noteId}`);
  const save = (json: object) =>
    service.call('POST', `/${cast.binderId}/pages/${noteId}`, { token: editor.token, json });
  const base_file_id = page.file_id;
  assert.equal((await save({ text: 'Two', base_file_id })).status, 200);
  assert.equal((await save({ text: 'Three', base_file_id })).status, 412);
  assert.equal((await save({ text: 'Four' })).status, 200);
});

test('[PAGE-73] a claim needs write access and a note', async () => {
  const { owner, viewer, otherOrg } = cast;
  const path = `/${cast.binderId}/pages/${noteId}/editor`;
  const statusOf = async (token: string | undefined, at = path, method = 'POST') =>
    (
      await service.call(method as 'POST', method === 'POST' ? at : `${at}?client_uuid=a`, {
        token: token as string,
        ...(method === 'POST' && { json: { client_uuid: 'a' } }),
      })
    ).status;
  for (const method of ['POST', 'DELETE']) {
    assert.equal(await statusOf(viewer.token, path, method), 403);
    assert.equal(await statusOf(otherOrg.token, path, method), 403);
    assert.equal(await statusOf(undefined, path, method), 401);
  }
  const { pages } = await uploaded(service, { binderId: cast.binderId, owner }, makePdf({ pages: 1 }));
  assert.equal(await statusOf(owner.token, `/${cast.binderId}/pages/${pages[0]?.id}/editor`), 412);
  assert.equal(await statusOf(owner.token, `/${cast.binderId}/pages/99999/editor`), 404);
  await service.call('DELETE', `/${cast.binderId}/pages/${noteId}`, { token: owner.token });
  assert.equal(await statusOf(owner.token), 404);
});
