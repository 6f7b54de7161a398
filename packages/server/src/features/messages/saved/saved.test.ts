import assert from 'node:assert/strict';
import type { HomeItem } from '@ringbinder/protocol';
import {
  type Cast,
  type CreatedUser,
  openRealtime,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { remindDue } from '../../home/message-reminders.ts';
import { type Chat, createChat } from '../testing/chat.ts';

let service: TestService;
let cast: Cast;
let chat: Chat;
let messageId: number;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  cast = await service.make.cast();
  chat = createChat(service, cast.binderId, cast.owner.token);
  messageId = await chat.post('The contract is in the second folder');
});

const pathOf = (id: number) => `/${cast.binderId}/messages/${id}/save`;
const save = (user: CreatedUser, json: object = {}, id = messageId) =>
  service.call('POST', pathOf(id), { token: user.token, json });
const unsave = (user: CreatedUser, id = messageId) =>
  service.call('DELETE', pathOf(id), { token: user.token });

async function read(user: CreatedUser, path: string) {
  const { status, body } = await service.call('GET', path, { token: user.token });
  assert.equal(status, 200, body.message);
  return body.data;
}

async function savedBy(user: CreatedUser): Promise<Extract<HomeItem, { type: 'saved' }>[]> {
  return (await read(user, '/me/activity?filter=saved')).items;
}

const idsOf = (items: readonly { message: { id: number } }[]) => items.map(({ message }) => message.id);

test('[MSG-54] a viewer saves a message, which nobody else sees, and removes it again', async () => {
  const { status, body } = await save(cast.viewer);
  assert.equal(status, 200, body.message);
  assert.equal(body.data.message_id, messageId);
  const again = await save(cast.viewer);
  assert.deepEqual(again.body.data, body.data);
  const [item] = await savedBy(cast.viewer);
  assert.equal(item?.message.text, 'The contract is in the second folder');
  assert.equal(item?.user.id, cast.owner.id);
  assert.equal(item?.binder.id, cast.binderId);
  assert.deepEqual((await read(cast.viewer, `/${cast.binderId}/savedmessages`)).saved, [body.data]);
  assert.deepEqual(await savedBy(cast.owner), []);
  assert.deepEqual((await read(cast.owner, `/${cast.binderId}/savedmessages`)).saved, []);
  for (let times = 0; times < 2; times++) assert.equal((await unsave(cast.viewer)).status, 200);
  assert.deepEqual(await savedBy(cast.viewer), []);
});

test('[MSG-54] of twenty calls at once one row remains', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => save(cast.viewer)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.deepEqual(idsOf(await savedBy(cast.viewer)), [messageId]);
});

test('[MSG-54] refuses strangers, missing messages and bad times', async () => {
  assert.equal((await save(cast.sameOrg)).status, 403);
  assert.equal((await unsave(cast.sameOrg)).status, 403);
  assert.equal((await save(cast.viewer, {}, messageId + 1000)).status, 404);
  const now = service.env.clock.now();
  for (const remind_time of [now - 1, 'tomorrow', 1.5, 1e18, true]) {
    const { status, body } = await save(cast.viewer, { remind_time });
    assert.equal(status, 400, String(remind_time));
    assert.equal(body.errors[0].path, 'remind_time');
  }
  assert.deepEqual(await savedBy(cast.viewer), []);
});

test('[MSG-54] the list of a binder pages, the newest message first', async () => {
  const ids = [messageId];
  for (let count = 0; count < 4; count++) ids.push(await chat.post(`${count}`));
  for (const id of ids) await save(cast.viewer, {}, id);
  const path = `/${cast.binderId}/savedmessages?limit=3`;
  const first = await read(cast.viewer, path);
  const second = await read(cast.viewer, `${path}&cursor=${first.next_cursor}`);
  assert.deepEqual(
    [...first.saved, ...second.saved].map((each) => each.message_id),
    ids.toReversed(),
  );
  assert.equal(second.next_cursor, undefined);
});

test('[MSG-55] a reminder comes once, in the list of binders, and again at another time', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const remind_time = service.clock.now() + 60_000;
  await save(cast.viewer, { remind_time });
  assert.equal((await save(cast.viewer)).body.data.remind_time, remind_time);
  const client = await openRealtime(service, cast.viewer.token);
  client.send({ type: 'subscribe_self', id: 1 });
  const { binders } = await client.take('binders');
  assert.equal(binders[0]?.reminded_message, undefined);
  assert.equal(await remindDue(service.env), 0);
  service.clock.advance(60_000);
  const counts = await Promise.all([remindDue(service.env), remindDue(service.env)]);
  assert.equal(counts[0] + counts[1], 1);
  const { card } = await client.take('binder_changed', ({ card }) => card.reminded_message !== undefined);
  assert.deepEqual(card.reminded_message, {
    id: messageId,
    text: 'The contract is in the second folder',
    user_name: cast.owner.name,
    remind_time,
  });
  await save(cast.viewer, { remind_time: service.clock.now() + 1_000 });
  await client.take('binder_changed', ({ card }) => card.reminded_message === undefined);
  service.clock.advance(1_000);
  assert.equal(await remindDue(service.env), 1);
  await client.take('binder_changed', ({ card }) => card.reminded_message?.id === messageId);
  await unsave(cast.viewer);
  await client.take('binder_changed', ({ card }) => card.reminded_message === undefined);
  await client.close();
});

test('[NOTIFY-40] a due reminder is a notification until the message is read there, removed or moved', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const due = async (user = cast.viewer) =>
    (await read(user, '/me/notifications')).notifications.filter(
      ({ type }: { type: string }) => type === 'message_due',
    );
  const remind = async () => {
    const { status } = await save(cast.viewer, { remind_time: service.clock.now() + 1_000 });
    assert.equal(status, 200);
    service.clock.advance(1_000);
    assert.equal(await remindDue(service.env), 1);
  };
  await service.call('POST', `/${cast.binderId}/readmark`, { token: cast.viewer.token, json: {} });
  await remind();
  const [first, ...others] = await due();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [first.message.id, first.message.text, first.user.id, first.time, first.read_time],
    [messageId, 'The contract is in the second folder', cast.owner.id, service.clock.now(), undefined],
  );
  assert.equal((await read(cast.viewer, '/me/notifications')).unread, 1);
  assert.deepEqual(await due(cast.owner), []);
  const ids = { token: cast.viewer.token, json: { ids: [first.id] } };
  assert.equal((await service.call('POST', '/me/notifications/read', ids)).status, 200);
  assert.equal(typeof (await due())[0].read_time, 'number');
  await remind();
  const [again, ...more] = await due();
  assert.deepEqual([again.id === first.id, again.read_time, more], [false, undefined, []]);
  await save(cast.viewer, { remind_time: service.clock.now() + 1_000 });
  assert.equal(typeof (await due())[0].read_time, 'number');
  service.clock.advance(1_000);
  assert.equal(await remindDue(service.env), 1);
  assert.equal((await due())[0].read_time, undefined);
  await unsave(cast.viewer);
  assert.equal(typeof (await due())[0].read_time, 'number');
});

test('[MSG-55] null removes a reminder', async (t) => {
  t.onTestFinished(service.clock.freeze());
  await save(cast.viewer, { remind_time: service.clock.now() + 1_000 });
  assert.equal((await save(cast.viewer, { remind_time: null })).body.data.remind_time, undefined);
  service.clock.advance(1_000);
  assert.equal(await remindDue(service.env), 0);
});

test('[MSG-56] a saved message goes with the message, and with the membership', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const other = await chat.post('Another');
  const remind_time = service.clock.now() + 1_000;
  for (const id of [messageId, other]) await save(cast.viewer, { remind_time }, id);
  assert.equal((await chat.remove(messageId)).status, 200);
  assert.deepEqual(idsOf(await savedBy(cast.viewer)), [other]);
  const member = { token: cast.owner.token, json: { id: cast.viewer.id } };
  assert.equal((await service.call('POST', `/${cast.binderId}/removeuser`, member)).status, 200);
  const users = [{ user: { id: cast.viewer.id } }];
  const added = await service.call('POST', `/${cast.binderId}/addorguser`, {
    token: cast.owner.token,
    json: { users },
  });
  assert.equal(added.status, 200, added.body.message);
  assert.deepEqual(await savedBy(cast.viewer), []);
  service.clock.advance(1_000);
  assert.equal(await remindDue(service.env), 0);
});

test('[HOME-8] saved messages come last saved first, those with a due reminder before all others', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const ids = [messageId, await chat.post('Two'), await chat.post('Three'), await chat.post('Four')];
  const start = service.clock.now();
  for (const [index, id] of ids.entries()) {
    await save(cast.viewer, index < 2 ? { remind_time: start + 10_000 * (index + 1) } : {}, id);
    service.clock.advance(1_000);
  }
  assert.deepEqual(idsOf(await savedBy(cast.viewer)), ids.toReversed());
  service.clock.advance(20_000);
  assert.deepEqual(idsOf(await savedBy(cast.viewer)), [ids[1], ids[0], ids[3], ids[2]]);
  const seen: number[] = [];
  for (let cursor = ''; ; ) {
    const page = await read(cast.viewer, `/me/activity?filter=saved&limit=1${cursor}`);
    assert.equal(page.counts.saved, 2);
    seen.push(...idsOf(page.items));
    if (!page.next_cursor) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  assert.deepEqual(seen, [ids[1], ids[0], ids[3], ids[2]]);
});
