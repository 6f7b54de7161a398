import assert from 'node:assert/strict';
import { makeImage } from '@ringbinder/page-renderer/testing';
import {
  type Actors,
  createActors,
  fileForm,
  outsiders,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import sharp from 'sharp';
import { afterAll, beforeAll, test } from 'vitest';
import { collectGarbage } from '../files/index.ts';

let service: TestService;
let actors: Actors;
let png: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  service = await startService({ config: { accessTokenSeconds: 10 * 24 * 60 * 60 } });
  actors = await createActors(service);
  png = new Uint8Array(await makeImage({ format: 'png', width: 900, height: 600 }));
});
afterAll(() => service.close());

const writers = { ...outsiders, owner: 200, editor: 200, viewer: 403, bot: 200, reader: 403 };
const cover = (binderId: string, body: FormData, headers: Record<string, string> = {}) =>
  service.call('POST', `/${binderId}/coverupload`, { token: actors.users.owner.token, body, headers });
const thumbnailOf = async (binderId: string): Promise<string> =>
  (await service.call('GET', `/${binderId}`, { token: actors.users.viewer.token })).body.data.thumbnail_uri;
const look = (uri: string) => fetch(new URL(uri, service.origin));

test('[BINDER-16] the owner and editors give a binder a picture, and take it away', async () => {
  await actors.check({
    expected: writers,
    changes: true,
    call: ({ call }, binderId) => call('POST', `/${binderId}/coverupload`, { body: fileForm(png, 'a.png') }),
  });
  await actors.check({
    expected: writers,
    changes: true,
    prepare: (binderId) => cover(binderId, fileForm(png, 'a.png')),
    call: ({ call }, binderId) => call('DELETE', `/${binderId}/coverupload`),
  });
});

test('[BINDER-16] the picture is the thumbnail of the binder, drawn anew, by a signed link', async () => {
  const binderId = await actors.fixture();
  const { token } = actors.users.owner;
  await service.call('POST', `/${binderId}/pages`, { token, json: { type: 'whiteboard' } });
  const ofPage = await thumbnailOf(binderId);
  const { status, body } = await cover(binderId, fileForm(png, 'a.png'));
  assert.equal(status, 200, body.message);
  const uri = await thumbnailOf(binderId);
  assert.equal(uri, body.data.thumbnail_uri, 'the same link, with its host');
  assert.notEqual(uri, ofPage);
  const { binders } = (await service.call('GET', '/me/binders', { token })).body.data;
  const listed = binders.find((entry: { binder: { id: string } }) => entry.binder.id === binderId);
  assert.equal(listed.binder.thumbnail_uri, uri);
  const image = await look(uri);
  assert.equal(image.status, 200);
  const { format, width, height } = await sharp(Buffer.from(await image.arrayBuffer())).metadata();
  assert.deepEqual([format, width, height], ['webp', 320, 213]);
  assert.match(image.headers.get('content-security-policy') ?? '', /sandbox/);
  for (const changed of [uri.replace('signature=', 'signature=x'), uri.replace(/expires=\d/, 'expires=9')])
    assert.equal((await look(changed)).status, 403);
  assert.equal((await look(uri.replace('/thumbnail?', '/page?'))).status, 403, 'the link is for one view');

  const { entries } = (await service.call('GET', `/${binderId}/feed`, { token })).body.data;
  assert.deepEqual([entries.at(-1).kind, entries.at(-1).body], ['binder_updated', { cover: true }]);
  assert.equal((await service.call('DELETE', `/${binderId}/coverupload`, { token })).status, 200);
  assert.equal(await thumbnailOf(binderId), ofPage);
  assert.equal((await look(uri)).status, 404);
  assert.equal((await service.call('DELETE', `/${binderId}/coverupload`, { token })).status, 404);
});

test('[BINDER-16] [IDEM-8] [FILE-26] a retry makes one entry; the bytes stay while they are shown, and go later', async () => {
  const binderId = await actors.fixture();
  const own = new Uint8Array(await makeImage({ format: 'png', width: 61, height: 40 }));
  const send = () => cover(binderId, fileForm(own, 'b.png'), { 'idempotency-key': 'cover-1' });
  assert.deepEqual((await send()).body, (await send()).body);
  const countBlobs = () =>
    service.env.db.query(`SELECT FROM blobs b JOIN binders c ON c.cover_sha256 = b.sha256 WHERE c.id = $1`, [
      binderId,
    ]);
  const blobs = async () => (await service.env.db.query('SELECT sha256 FROM blobs')).length;
  await collectGarbage(service.env, 0);
  assert.equal((await countBlobs()).length, 1);
  const before = await blobs();
  const { token } = actors.users.owner;
  assert.equal((await service.call('DELETE', `/${binderId}/coverupload`, { token })).status, 200);
  await collectGarbage(service.env, 0);
  assert.equal(await blobs(), before - 1);
});
