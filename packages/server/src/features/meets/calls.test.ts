import assert from 'node:assert/strict';
import { type CreatedUser, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { activity } from '../home/index.ts';
import { readCards } from '../realtime/user-channel/cards.ts';
import { RING_MS, storeAttendee } from './calls.ts';
import { findMeetToJoin } from './index.ts';

let service: TestService;
let beside: TestService;
let ann: CreatedUser;
let ben: CreatedUser;
let binderId: string;
beforeAll(async () => {
  service = await startService();
  beside = await startService({ beside: service });
});
afterAll(async () => {
  await beside.close();
  await service.close();
});
beforeEach(async () => {
  ({ owner: ann } = await service.make.cast());
  ben = await service.make.user({ partner: { id: ann.partnerId, orgId: ann.orgId } });
  ({ binder_id: binderId } = await post('/me/messages', ann, {
    user: { user_id: ben.id },
    message: { text: 'Hello' },
  }));
});

async function post(path: string, by: CreatedUser, json: object = {}) {
  const { status, body } = await service.call('POST', path, { token: by.token, json });
  assert.equal(status, 200, body.message);
  return body.data;
}
const start = async (): Promise<string> => (await post(`/${binderId}/meets`, ann)).session_key;
const decline = (key: string, by: CreatedUser, of = service) =>
  of.call('POST', `/meets/${key}/decline`, { token: by.token, json: {} });
async function callOf({ id }: CreatedUser) {
  const [card] = await readCards(service.env, [id], [binderId]);
  return card?.card.incoming_call;
}
async function answers() {
  const { entries } = (await service.call('GET', `/${binderId}/feed?after=0&limit=100`, { token: ann.token }))
    .body.data;
  return entries
    .filter(({ kind }: { kind: string }) => kind === 'meet_answered')
    .map(({ body }: { body: { answer: string } }) => body.answer);
}
async function join(key: string, by: CreatedUser) {
  const meet = await findMeetToJoin(service.env, key);
  assert.ok(meet);
  await storeAttendee(service.env, meet, by.id);
}
async function missed({ token }: CreatedUser) {
  await catchUpAll(service.env, activity);
  const { notifications } = (await service.call('GET', '/me/notifications', { token })).body.data;
  return notifications.filter(({ type }: { type: string }) => type === 'meet_missed').length;
}

test('[MEET-41] a meet without a plan rings for the other person of a conversation, for 45 seconds', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const key = await start();
  const call = await callOf(ben);
  assert.deepEqual([call?.session_key, call?.user], [key, { id: ann.id, name: ann.name }]);
  assert.equal(await callOf(ann), undefined, 'not for the caller');
  service.clock.advance(RING_MS - 1);
  assert.ok(await callOf(ben));
  service.clock.advance(1);
  assert.equal(await callOf(ben), undefined);
});

test('[MEET-41] other binders and scheduled meets do not ring', async () => {
  const group = await service.make.binder(ann, [{ user: ben, role: 'editor' }]);
  await post(`/${group}/meets`, ann);
  const [card] = await readCards(service.env, [ben.id], [group]);
  assert.deepEqual([card?.card.is_meeting, card?.card.incoming_call], [true, undefined]);
  const start_time = service.clock.now() + 60_000;
  await post('/meets/schedule', ann, {
    name: 'Later',
    binder_id: binderId,
    start_time,
    end_time: start_time + 60_000,
  });
  assert.equal(await callOf(ben), undefined);
});

test('[MEET-41] a call that was joined on one device stops ringing on all, and the log reports the answer once', async () => {
  const key = await start();
  await Promise.all([join(key, ben), join(key, ben), join(key, ann)]);
  assert.equal(await callOf(ben), undefined);
  assert.deepEqual(await answers(), ['joined']);
});

test('[MEET-42] who declines is not called any more and has missed nothing, and the others read it', async () => {
  const key = await start();
  const all = await Promise.all([decline(key, ben), decline(key, ben, beside), decline(key, ben)]);
  assert.deepEqual(
    all.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.deepEqual(await answers(), ['declined']);
  assert.equal(await callOf(ben), undefined);
  const { messages } = (await service.call('GET', `/${binderId}/messages`, { token: ann.token })).body.data;
  const [{ text, is_feed, user }] = messages;
  assert.deepEqual([text.split(':')[0], is_feed, user.id], ['Call declined', true, ben.id]);
  await post(`/meets/${key}/end`, ann);
  assert.equal(await missed(ben), 0);
});

test('[MEET-42] who declined may still join', async () => {
  const key = await start();
  await decline(key, ben);
  await join(key, ben);
  assert.deepEqual(await answers(), ['declined', 'joined']);
  assert.equal((await decline(key, ben)).status, 200);
  assert.deepEqual(await answers(), ['declined', 'joined']);
});

test('[MEET-42] a call that is unknown, over, scheduled, own or of others cannot be declined', async () => {
  const key = await start();
  const stranger = await service.make.user({ partner: { id: ann.partnerId, orgId: ann.orgId } });
  assert.equal((await decline(key, stranger)).status, 403);
  const own = await decline(key, ann);
  assert.deepEqual([own.status, own.body.message], [412, 'you started the meet: end it instead']);
  await post(`/meets/${key}/end`, ann);
  assert.deepEqual((await decline(key, ben)).status, 412);
  const start_time = service.clock.now() + 60_000;
  const times = { start_time, end_time: start_time + 60_000 };
  const planned = await post('/meets/schedule', ann, { name: 'Later', binder_id: binderId, ...times });
  const scheduled = await decline(planned.session_key, ben);
  assert.equal(scheduled.body.message, 'the meet was scheduled: only calls can be declined');
  assert.equal((await decline(`M${'x'.repeat(22)}`, ben)).status, 404);
});
