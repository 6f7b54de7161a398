import assert from 'node:assert/strict';
import { RING_DURATION_MS } from '@ringbinder/protocol/ringing.ts';
import { type CreatedUser, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { activity } from '../home/index.ts';
import { readCards } from '../realtime/user-channel/cards.ts';
import { storeAttendee } from './calls.ts';
import { storeAnswer } from './change-queries.ts';
import { findMeetToJoin } from './index.ts';
import { expireMeets, meetJobs, UNATTENDED_MS } from './reminders.ts';

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
const declinedOf = async (key: string) =>
  (await service.call('GET', `/meets/status/${key}`, { token: ann.token })).body.data.declined;
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
  service.clock.advance(RING_DURATION_MS - 1);
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
  assert.deepEqual(await declinedOf(key), [{ id: ben.id, name: ben.name }]);
  await join(key, ben);
  assert.deepEqual(await declinedOf(key), []);
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

const statusOf = async (key: string): Promise<string> =>
  (await service.call('GET', `/meets/status/${key}`, { token: ann.token })).body.data.status;

test('[MEET-44] a meet without a plan that nobody joins ends 15 minutes after its start, once, and was missed', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const key = await start();
  const end = service.clock.now() + UNATTENDED_MS;
  service.clock.advance(UNATTENDED_MS - 1);
  assert.equal(await meetJobs.findNext?.(service.env, service.clock.now()), end);
  await expireMeets(service.env);
  assert.deepEqual([await statusOf(key), await missed(ben)], ['SESSION_STARTED', 0]);
  service.clock.advance(1);
  await Promise.all([expireMeets(service.env), expireMeets(service.env)]);
  assert.equal(await statusOf(key), 'SESSION_ENDED');
  const { body } = await service.call('GET', `/${binderId}/feed?after=0&limit=100`, { token: ann.token });
  const ends = body.data.entries.filter(({ kind }: { kind: string }) => kind === 'meet_ended');
  assert.equal(ends.length, 1);
  const { messages } = (await service.call('GET', `/${binderId}/messages`, { token: ben.token })).body.data;
  assert.equal(messages[0].text, 'Missed call');
  assert.deepEqual([await missed(ben), await missed(ann)], [1, 0]);
});

async function lastLine() {
  const { messages } = (await service.call('GET', `/${binderId}/messages`, { token: ann.token })).body.data;
  return messages[0].text;
}

test('[MEET-52] the chat has the length of a call, or says that nobody answered', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const answered = await start();
  await Promise.all([join(answered, ann), join(answered, ben)]);
  service.clock.advance(4 * 60_000);
  await post(`/meets/${answered}/end`, ann);
  assert.equal(await lastLine(), 'Call ended · 4\u00a0min');
  const missedKey = await start();
  await join(missedKey, ann);
  await post(`/meets/${missedKey}/end`, ann);
  assert.equal(await lastLine(), 'Missed call');
  const declined = await start();
  await decline(declined, ben);
  await post(`/meets/${declined}/end`, ann);
  assert.equal(await lastLine(), 'Call ended · 1\u00a0min');
});

test('[MEET-44] a call that was declined and not joined ends and is not missed', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const key = await start();
  await decline(key, ben);
  service.clock.advance(UNATTENDED_MS);
  await expireMeets(service.env);
  assert.deepEqual([await statusOf(key), await missed(ben)], ['SESSION_ENDED', 0]);
});

test('[MEET-44] a meet that somebody joined continues, also when they join while it is about to end', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const key = await start();
  service.clock.advance(UNATTENDED_MS);
  const meet = await findMeetToJoin(service.env, key);
  assert.ok(meet);
  const { db } = service.env;
  const waiting = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'UPDATE meets SET state%'`;
  const { expiring } = await db.transaction(async (tx) => {
    assert.ok(await storeAnswer(tx, meet, ben.id, 'joined'));
    const expiring = expireMeets(service.env);
    await until('the end waits', async () => (await db.query(waiting)).length === 1);
    return { expiring };
  });
  await expiring;
  assert.equal(await statusOf(key), 'SESSION_STARTED');
});

test('[MEET-45] a host ends a meet on condition that it was not scheduled and nobody has joined', async () => {
  const endUnattended = (key: string, by: CreatedUser) =>
    service.call('POST', `/meets/${key}/end?unattended=true`, { token: by.token, json: {} });
  const key = await start();
  assert.equal((await endUnattended(key, await service.make.user())).status, 403);
  assert.equal((await endUnattended(key, ann)).status, 200);
  assert.deepEqual([await statusOf(key), await missed(ben)], ['SESSION_ENDED', 1]);
  assert.equal((await endUnattended(key, ann)).body.message, 'the meet is already over');
  const joined = await start();
  await join(joined, ben);
  const refused = await endUnattended(joined, ann);
  assert.deepEqual([refused.status, refused.body.message], [412, 'the meet was scheduled or joined']);
  assert.equal(await statusOf(joined), 'SESSION_STARTED');
});
