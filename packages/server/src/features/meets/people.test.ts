import assert from 'node:assert/strict';
import { RING_DURATION_MS } from '@ringbinder/protocol/ringing.ts';
import { type CreatedUser, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { readCards } from '../realtime/user-channel/cards.ts';
import { findMeetToJoin, logPresence } from './index.ts';

let service: TestService;
let ann: CreatedUser;
let ben: CreatedUser;
let vera: CreatedUser;
let other: CreatedUser;
let binderId: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ owner: ann } = await service.make.cast());
  const add = () => service.make.user({ partner: { id: ann.partnerId, orgId: ann.orgId } });
  [ben, vera, other] = [await add(), await add(), await add()];
  const members = [
    { user: ben, role: 'editor' },
    { user: vera, role: 'viewer' },
  ] as const;
  binderId = await service.make.binder(ann, [...members]);
});

const call = (method: 'GET' | 'POST', path: string, by: CreatedUser, json?: object) =>
  service.call(method, path, { token: by.token, ...(json && { json }) });
async function post(path: string, by: CreatedUser, json: object = {}) {
  const { status, body } = await call('POST', path, by, json);
  assert.equal(status, 200, body.message);
  return body.data;
}
const start = async (): Promise<string> => (await post(`/${binderId}/meets`, ann)).session_key;
async function schedule(): Promise<string> {
  const start_time = service.clock.now() + 60_000;
  const plan = { name: 'Weekly', binder_id: binderId, start_time, end_time: start_time + 60_000 };
  return (await post('/meets/schedule', ann, plan)).session_key;
}
const read = async (key: string, by = vera) => (await call('GET', `/meets/${key}`, by)).body.data;
async function present(key: string, ...people: CreatedUser[]) {
  const meet = await findMeetToJoin(service.env, key);
  assert.ok(meet);
  const ids = people.map(({ id }) => id);
  await logPresence(service.env, meet, ids);
}
async function entries(kinds: readonly string[]) {
  const { body } = await call('GET', `/${binderId}/feed?after=0&limit=100`, ann);
  return body.data.entries.filter(({ kind }: { kind: string }) => kinds.includes(kind));
}
async function callOf({ id }: CreatedUser) {
  const [card] = await readCards(service.env, [id], [binderId]);
  return card?.card.incoming_call;
}
const ring = (key: string, by: CreatedUser, { id: user_id }: CreatedUser) =>
  call('POST', `/meets/${key}/ring`, by, { user_id });
const reply = (key: string, by: CreatedUser, answer: string) =>
  call('POST', `/meets/${key}/reply`, by, { reply: answer });

test('[MEET-49] a running meet has the members who are in it, and the log reports once who joined and left', async () => {
  const key = await start();
  assert.deepEqual((await read(key)).participants, []);
  await present(key, ben, ann);
  await present(key, ben, ann);
  const { participants, revision } = await read(key);
  assert.deepEqual(
    participants,
    [ben, ann].map(({ id, name }) => ({ id, name })),
  );
  await present(key, ann);
  const logged = await entries(['meet_joined', 'meet_left']);
  assert.deepEqual(
    logged
      .map(({ kind, actor }: { kind: string; actor: { id: string } }) => `${kind} ${actor.id}`)
      .toSorted(),
    [`meet_joined ${ann.id}`, `meet_joined ${ben.id}`, `meet_left ${ben.id}`].toSorted(),
  );
  assert.ok((await read(key)).revision > revision);
  await post(`/meets/${key}/end`, ann);
  assert.equal((await read(key)).participants, undefined);
});

test('[MEET-50] a member in a running meet calls another for 45 seconds, until they join or decline', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const key = await start();
  assert.equal((await ring(key, ann, ben)).status, 200);
  assert.equal((await ring(key, ann, ben)).status, 200);
  assert.equal((await entries(['meet_rung'])).length, 1);
  const { session_key, user } = (await callOf(ben)) ?? {};
  assert.deepEqual([session_key, user], [key, { id: ann.id, name: ann.name }]);
  assert.equal(await callOf(vera), undefined);
  await post(`/meets/${key}/decline`, ben);
  assert.equal(await callOf(ben), undefined);
  assert.equal((await entries(['meet_answered'])).length, 1);
  service.clock.advance(RING_DURATION_MS);
  await ring(key, ann, ben);
  await ring(key, ben, vera);
  assert.ok((await callOf(ben)) && (await callOf(vera)));
  await present(key, ann, ben);
  assert.equal(await callOf(ben), undefined);
  await ring(key, ann, ben);
  assert.equal(await callOf(ben), undefined, 'who is in the meet is not called');
  service.clock.advance(RING_DURATION_MS);
  assert.equal(await callOf(vera), undefined);
});

test('[MEET-50] only members with write access call, and only members of the binder, while the meet runs', async () => {
  const key = await start();
  const statuses = [
    await ring(key, vera, ben),
    await ring(key, other, ben),
    await ring(key, ann, other),
    await ring(key, ann, ann),
    await ring(await schedule(), ann, ben),
  ].map(({ status }) => status);
  assert.deepEqual(statuses, [403, 403, 404, 404, 412]);
});

test('[MEET-51] invited members answer, and everybody in the binder sees the answers', async () => {
  const key = await schedule();
  assert.equal((await read(key)).replies, undefined);
  const users = [ben, vera].map(({ id }) => ({ user: { id } }));
  await post('/meets/inviteuser', ann, { session_key: key, users, email_off: true });
  assert.deepEqual((await read(key)).replies, { accepted: 0, maybe: 0, declined: 0, waiting: 2 });
  const { revision } = await read(key);
  for (const answer of ['maybe', 'accepted', 'accepted'])
    assert.equal((await reply(key, vera, answer)).status, 200);
  assert.equal((await reply(key, ann, 'declined')).status, 200, 'a member who was not invited, too');
  assert.ok((await read(key)).revision > revision);
  assert.deepEqual((await read(key)).replies, { accepted: 1, maybe: 0, declined: 1, waiting: 1 });
  const { invitations } = (await call('GET', `/meets/${key}/invitations`, ben)).body.data;
  assert.deepEqual(
    new Map(invitations.map((each: { user: { id: string }; reply?: string }) => [each.user.id, each.reply])),
    new Map([
      [vera.id, 'accepted'],
      [ann.id, 'declined'],
      [ben.id, undefined],
    ]),
  );
  const logged = await entries(['meet_replied']);
  assert.deepEqual(
    logged.map(({ body }: { body: { reply: string } }) => body.reply),
    ['maybe', 'accepted', 'declined'],
  );
});

test('[MEET-51] only members answer and read answers, until the meet is over', async () => {
  const key = await schedule();
  assert.equal((await reply(key, other, 'accepted')).status, 403);
  assert.equal((await call('GET', `/meets/${key}/invitations`, other)).status, 403);
  assert.equal((await reply(key, ben, 'later')).status, 400);
  const running = await start();
  await post(`/meets/${running}/end`, ann);
  assert.equal((await reply(running, ben, 'accepted')).status, 412);
});
