import assert from 'node:assert/strict';
import { type Cast, type CreatedUser, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { admitToMeet, endMeet, findMeetToJoin, startMeet } from './index.ts';

const HOUR_MS = 60 * 60 * 1000;
let service: TestService;
let beside: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService();
  beside = await startService({ beside: service });
  cast = await service.make.cast();
});
afterAll(async () => {
  await beside.close();
  await service.close();
});

const call = (method: string, path: string, json?: unknown) =>
  service.call(method, path, { token: cast.editor.token, ...(json === undefined ? {} : { json }) });
async function schedule() {
  const start_time = service.clock.now() + HOUR_MS;
  const expected = { name: 'Signing', start_time, end_time: start_time + HOUR_MS, binder_id: cast.binderId };
  const { status, body } = await call('POST', '/meets/schedule', expected);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}
const list = async (name: string) => (await call('GET', `/${cast.binderId}/${name}`)).body.data;
const countEntries = async () => (await list('feed')).seq as number;
const actorOf = ({ id }: CreatedUser) => ({ userId: id });

test('[MEET-15] the messages about a meet', async () => {
  const { session_key } = await schedule();
  await call('DELETE', `/meets/${session_key}`);
  const begun = await call('POST', `/${cast.binderId}/meets`, { name: 'Now' });
  await call('POST', `/meets/${begun.body.data.session_key}/end`);
  assert.deepEqual(
    (await list('messages')).messages.map(({ text }: { text: string }) => text),
    [
      'Meeting ended: Now',
      'Meeting started: Now',
      'Meeting cancelled: Signing',
      'Meeting scheduled: Signing',
    ],
  );
});

test('[MEET-2] [MEET-5] ten who come first at once, on two processes, begin a meet once, and end it once', async () => {
  const planned = await schedule();
  const row = await findMeetToJoin(service.env, planned.session_key);
  assert.ok(row);
  const before = await countEntries();
  const each = Array.from({ length: 10 }, (_, index) => (index % 2 ? service : beside).env);
  const begun = await Promise.all(each.map((env) => startMeet(env, row, actorOf(cast.editor))));
  assert.deepEqual(new Set(begun.map(({ state }) => state)), new Set(['SESSION_STARTED']));
  assert.equal(await countEntries(), before + 2);
  const ended = await Promise.all(each.map((env) => endMeet(env, row, null)));
  assert.equal(ended.filter(Boolean).length, 1);
  assert.equal(await countEntries(), before + 4);
  assert.equal(await findMeetToJoin(service.env, planned.session_key), undefined);
});

test('[MEET-13] who may read joins what runs, and does not begin what does not', async () => {
  const { session_key } = await schedule();
  const { env } = service;
  assert.equal((await admitToMeet(env, actorOf(cast.editor), session_key)).role, 'host');
  assert.equal((await admitToMeet(env, actorOf(cast.owner), session_key)).role, 'host');
  await assert.rejects(admitToMeet(env, actorOf(cast.viewer), session_key), { status: 403 });
  const { meet } = await admitToMeet(env, actorOf(cast.editor), session_key);
  await startMeet(env, meet, actorOf(cast.editor));
  assert.equal((await admitToMeet(env, actorOf(cast.viewer), session_key)).role, 'member');
  await assert.rejects(admitToMeet(env, actorOf(cast.sameOrg), session_key), { status: 403 });
  await endMeet(env, meet, actorOf(cast.editor));
  await assert.rejects(admitToMeet(env, actorOf(cast.viewer), session_key), { status: 412 });
});
