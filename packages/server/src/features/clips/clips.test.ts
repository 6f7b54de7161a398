import assert from 'node:assert/strict';
import { MediaBusy } from '@ringbinder/page-renderer';
import { makeLiveRecording } from '@ringbinder/page-renderer/testing';
import { type Cast, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { deleteExpired } from '../../background/housekeeping.ts';
import { holdings } from '../pages/testing/upload.ts';
import { type TusCaller, tusCaller } from '../uploads/testing/tus.ts';
import { makeWaitingClips } from './jobs.ts';

let service: TestService;
let beside: TestService;
let cast: Cast;
let recording: Buffer;
beforeAll(async () => {
  service = await startService({ config: { accessTokenSeconds: 90 * 24 * 60 * 60 } });
  beside = await startService({ beside: service, config: { dataDir: service.directory } });
  cast = await service.make.cast();
  recording = await makeLiveRecording({ format: 'webm', seconds: 12, keyEverySeconds: 1 });
});
afterAll(async () => {
  await beside.close();
  await service.close();
});

async function uploadClip(bytes = recording, caller: TusCaller = callerOf()): Promise<string> {
  const id = await caller.begin(null, 'recording.webm');
  assert.equal((await caller.send(id, 0, bytes)).status, 204);
  return id;
}

const callerOf = (binderId = cast.binderId, token = cast.owner.token) => tusCaller(service, binderId, token);

const make = (
  json: Record<string, unknown>,
  { binderId = cast.binderId, token = cast.owner.token, at = service } = {},
) => at.call('POST', `/${binderId}/clips`, { token, json: { size: recording.length, ...json } });

const endClaims = (binderId: string) =>
  service.env.db.query('UPDATE clips SET claimed_until = 0 WHERE binder_id = $1', [binderId]);

async function pageOf(binderId: string, id: number) {
  const { body } = await service.call('GET', `/${binderId}/pages?filter=${id}`, { token: cast.owner.token });
  return body.data.pages[0];
}

test('[CLIP-9] a recording becomes one page, of another binder too, with its title; asked again the same', async () => {
  const binderId = await service.make.binder(cast.owner);
  const upload_id = await uploadClip();
  const expected = {
    upload_id,
    upload_binder_id: cast.binderId,
    name: 'How to / file it',
    start: 2_900,
    end: 8_000,
  };
  const [one, two] = await Promise.all([
    make(expected, { binderId }),
    make(expected, { binderId, at: beside }),
  ]);
  for (const { status, body } of [one, two]) assert.equal(status, 200, JSON.stringify(body));
  const { data } = one.body;
  assert.deepEqual([data.clip_id, data.status, data.start], [upload_id, 'CLIP_READY', 3_000]);
  assert.deepEqual([two.body.data.page_id, two.body.data.file_id], [data.page_id, data.file_id]);
  const page = await pageOf(binderId, data.page_id);
  assert.deepEqual(
    [page.type, page.name, page.original_file_name, page.width, page.height],
    ['PAGE_TYPE_VIDEO', 'How to / file it', 'How to - file it.webm', 320, 180],
  );
  assert.ok(Math.abs(page.duration - 5_000) <= 150, `${page.duration}`);
  const response = await fetch(service.origin + data.page_uri, { headers: { range: 'bytes=0-3' } });
  assert.deepEqual([response.status, response.headers.get('content-type')], [206, 'video/webm']);
  const again = await make(expected, { binderId });
  assert.deepEqual(again.body.data, data);
  const { files, pages } = (await holdings(service, binderId)).rows;
  assert.deepEqual([files, pages], [1, 1]);
  assert.deepEqual(await service.env.files.partials(), []);
  const other = await make({ ...expected, name: 'Another title' }, { binderId });
  assert.deepEqual([other.status, other.body.errors[0].path], [409, 'upload_id']);
});

test('[CLIP-10] a recording that is not all there, not one’s own, or none is refused, and names the field', async () => {
  const upload_id = await uploadClip();
  const path = ({ body }: { body: { errors: { path: string }[] } }) => body.errors[0]?.path;
  const early = await make({ upload_id, size: recording.length + 1 });
  assert.deepEqual([early.status, path(early)], [409, 'size']);
  const foreign = await make({ upload_id }, { token: cast.editor.token });
  assert.deepEqual([foreign.status, path(foreign)], [404, 'upload_id']);
  const backwards = await make({ upload_id, start: 3_000, end: 3_000 });
  assert.deepEqual([backwards.status, path(backwards)], [400, 'end']);
  const clip = await callerOf().begin(10);
  const ordinary = await make({ upload_id: clip });
  assert.deepEqual([ordinary.status, path(ordinary)], [409, 'upload_id']);
  await callerOf().end(clip);

  const before = await holdings(service, cast.binderId);
  const words = Buffer.from('words, words, words');
  const none = await make({ upload_id: await uploadClip(words), size: words.length });
  assert.deepEqual([none.status, path(none)], [400, 'upload_id']);
  const late = await make({ upload_id, start: 60_000 });
  assert.equal(late.status, 400, JSON.stringify(late.body));
  assert.deepEqual(
    await make({ upload_id, start: 60_000 }).then(({ body }) => body.message),
    late.body.message,
  );
  const after = await holdings(service, cast.binderId);
  assert.deepEqual([after.rows.files, after.rows.pages], [before.rows.files, before.rows.pages]);
  assert.deepEqual(await service.env.files.partials(), []);
});

test('[CLIP-10] who may not write in the binder, or where it was uploaded to, makes no page', async () => {
  const upload_id = await uploadClip();
  for (const [token, status] of [
    [cast.viewer.token, 403],
    [cast.owner.readToken, 403],
    [cast.sameOrg.token, 403],
    [cast.otherPartner.token, 403],
    ['unknown', 401],
  ] as const)
    assert.equal((await make({ upload_id }, { token })).status, status);
  const elsewhere = await service.make.binder(cast.otherPartner);
  assert.equal((await make({ upload_id }, { binderId: elsewhere })).status, 403);
  assert.equal((await make({ upload_id, upload_binder_id: elsewhere })).status, 403);
  await callerOf().end(upload_id);
});

test('[CLIP-11] [SANDBOX-10] a server that dies in the middle loses no recording: another one makes the page, and there is one', async () => {
  const binderId = await service.make.binder(cast.owner);
  const upload_id = await uploadClip(recording, callerOf(binderId));
  // The conversion hangs like a suspended process, and resumes later.
  const { remux } = service.env.media;
  let wake = () => {};
  const isWoken = new Promise<void>((resolve) => {
    wake = resolve;
  });
  let begun = false;
  service.env.media.remux = async (...call) => {
    begun = true;
    await isWoken;
    return remux(...call);
  };
  const request = make({ upload_id }, { binderId });
  await until('it has begun', () => begun);
  // `deleteExpired` spares an upload in use, and no process takes over an unexpired claim.
  await deleteExpired(service.env);
  await makeWaitingClips(beside.env);
  assert.equal((await holdings(service, binderId)).rows.pages, 0);
  // Claims use the database's clock, so a changed application clock cannot expire them.
  beside.clock.advance(24 * 60 * 60 * 1000);
  await makeWaitingClips(beside.env);
  assert.equal((await holdings(service, binderId)).rows.pages, 0);
  // The hanging process still renews the claim.
  await until('another has made it', async () => {
    await endClaims(binderId);
    await makeWaitingClips(beside.env);
    return (await holdings(service, binderId)).rows.pages === 1;
  });
  service.env.media.remux = remux;
  wake();
  const { body } = await request;
  assert.equal(body.data?.status, 'CLIP_READY', JSON.stringify(body));
  const again = await make({ upload_id }, { binderId });
  assert.equal(again.body.data.page_id, body.data.page_id);
  const { files, pages } = (await holdings(service, binderId)).rows;
  assert.deepEqual([files, pages], [1, 1]);
});

test('[CLIP-11] a server with too much to do says so, and makes the page later by itself', async () => {
  const binderId = await service.make.binder(cast.owner);
  const upload_id = await uploadClip(recording, callerOf(binderId));
  const { remux } = service.env.media;
  service.env.media.remux = () => Promise.reject(new MediaBusy('busy'));
  const { status } = await make({ upload_id }, { binderId });
  service.env.media.remux = remux;
  assert.equal(status, 503);
  await endClaims(binderId);
  await makeWaitingClips(service.env);
  assert.equal((await holdings(service, binderId)).rows.pages, 1);
});
