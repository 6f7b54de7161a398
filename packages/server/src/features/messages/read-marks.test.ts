import assert from 'node:assert/strict';
import {
  type Actors,
  type CreatedUser,
  createActors,
  expectRefusal,
  followCursor,
  stateOf,
} from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';
import { type Chat, createChat } from './testing/chat.ts';

let actors: Actors;
let owner: CreatedUser;
let editor: CreatedUser;
let viewer: CreatedUser;
let bot: CreatedUser;
let binderId: string;
let chat: Chat;
beforeAll(async () => {
  actors = await createActors(service);
  ({ owner, editor, viewer, bot } = actors.users);
});
beforeEach(async () => {
  binderId = await actors.fixture();
  chat = createChat(service, binderId, editor.token);
});

const mark = (user: CreatedUser, json?: unknown, headers: Record<string, string> = {}) =>
  service.call('POST', `/${binderId}/readmark`, {
    token: user.token,
    headers,
    ...(json === undefined ? {} : { json }),
  });
const unread = async (user: CreatedUser) => (await chat.binder(user.token)).unread_feeds;
const marks = async (): Promise<Record<string, number>> => {
  const { body } = await service.call('GET', `/${binderId}/readmarks`, { token: viewer.token });
  return Object.fromEntries(
    body.data.readmarks.map(({ user, message_id }: { user: { id: string }; message_id: number }) => [
      user.id,
      message_id,
    ]),
  );
};
const invite = (user: CreatedUser) =>
  service.call('POST', `/${binderId}/inviteuser`, {
    token: owner.token,
    json: { users: [{ user: { id: user.id } }] },
  });

const fill = (count: number) =>
  service.env.db.query(
    `WITH taken AS (UPDATE binders SET next_id = next_id + $2, total_messages = total_messages + $2 WHERE id = $1 RETURNING next_id - $2 AS first)
     INSERT INTO messages (binder_id, id, user_id, text, created_at, updated_at)
     SELECT $1, first + n, $3, 'x', 0, 0 FROM taken, generate_series(0, $2::int - 1) n`,
    [binderId, count, owner.id],
  );

test('[BINDER-10] deleted messages and own ones are never unread, edited ones are not unread again', async () => {
  const ids = [await chat.post('one'), await chat.post('two')];
  assert.equal(await unread(viewer), 2);
  await chat.remove(ids[1] ?? 0);
  assert.equal(await unread(viewer), 1);
  await mark(viewer);
  await chat.edit(ids[0] ?? 0, { text: 'edited' });
  assert.equal(await unread(viewer), 0);
  for (let count = 0; count < 3; count++) await chat.post('mine');
  assert.equal(await unread(editor), 0);
});

test('[BINDER-10] unread messages are counted up to 1,000', async () => {
  await fill(1000);
  assert.equal(await unread(viewer), 1000);
  await fill(1);
  assert.equal(await unread(viewer), 1000);
  await mark(viewer, { message_id: (await chat.list()).at(-1)?.id });
  assert.equal(await unread(viewer), 999);
});

test('[MSG-29] without message_id, and without a body, the mark goes to the latest message', async () => {
  for (const json of [undefined, {}]) {
    const id = await chat.post('one');
    const answer = await mark(viewer, json);
    assert.equal(answer.status, 200, answer.body.message);
    assert.deepEqual(answer.body.data, { message_id: id });
    assert.equal((await marks())[viewer.id], id);
  }
  const latest = await chat.post('latest');
  const deleted = await chat.post('deleted');
  await chat.remove(deleted);
  assert.equal((await mark(viewer)).body.data.message_id, latest);
});

test('[MSG-29] in a binder without messages there is nothing to mark', async () => {
  const answer = await mark(viewer);
  assert.deepEqual(answer.body.data, { message_id: 0 });
});

test('[MSG-29] a mark never goes back, also when marks come at once', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 12; count++) ids.push(await chat.post(`${count}`));
  await mark(viewer, { message_id: ids[5] });
  const back = await mark(viewer, { message_id: ids[2] });
  assert.deepEqual([back.status, back.body.data], [200, { message_id: ids[5] }]);
  const answers = await Promise.all(ids.toReversed().map((id) => mark(viewer, { message_id: id })));
  for (const [index, { body }] of answers.entries())
    assert.ok(body.data.message_id >= (ids.at(-1 - index) ?? 0), `${index}: ${body.data.message_id}`);
  assert.equal((await marks())[viewer.id], ids.at(-1));
  assert.equal(await unread(viewer), 0);
});

test('[MSG-70] unread_from marks a message and all later ones as unread, again and again', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 4; count++) ids.push(await chat.post(`${count}`));
  await mark(viewer);
  const answer = await mark(viewer, { unread_from: ids[1] });
  assert.deepEqual([answer.status, answer.body.data], [200, { message_id: (ids[1] ?? 0) - 1 }]);
  assert.deepEqual([await unread(viewer), (await marks())[viewer.id]], [3, (ids[1] ?? 0) - 1]);
  await mark(viewer, { unread_from: ids[3] });
  assert.equal(await unread(viewer), 3);
  await mark(viewer, { message_id: ids[2] });
  assert.equal(await unread(viewer), 1);
});

test('[MSG-70] unread_from takes a deleted message, and no other id', async () => {
  const ids = [await chat.post('one'), await chat.post('two')];
  await mark(viewer);
  await chat.remove(ids[0] ?? 0);
  await mark(viewer, { unread_from: ids[0] });
  assert.equal(await unread(viewer), 1);
  const before = await stateOf(service, binderId);
  expectRefusal(await mark(viewer, { unread_from: (ids[1] ?? 0) + 1000 }), 404, 'unread_from');
  for (const json of [{ unread_from: null }, { unread_from: 0 }, { unread_from: ids[0], message_id: ids[1] }])
    expectRefusal(await mark(viewer, json), 400, 'unread_from');
  assert.equal((await mark(actors.users.otherOrg, { unread_from: ids[0] })).status, 403);
  assert.deepEqual(await stateOf(service, binderId), before);
});

test('[MSG-29] a message that was deleted meanwhile still has its place', async () => {
  const ids = [await chat.post('one'), await chat.post('two'), await chat.post('three')];
  await chat.remove(ids[1] ?? 0);
  const answer = await mark(viewer, { message_id: ids[1] });
  assert.deepEqual(answer.body.data, { message_id: ids[1] });
  assert.equal(await unread(viewer), 1);
});

test('[MSG-29] [HTTP-19] what never was a message of the binder is 404 and marks nothing', async () => {
  const id = await chat.post('one');
  const todo = await service.call('POST', `/${binderId}/todos`, { token: owner.token, json: { name: 'x' } });
  const before = await stateOf(service, binderId);
  for (const message_id of [id + 1000, todo.body.data.todos[0].id, Number.MAX_SAFE_INTEGER])
    expectRefusal(await mark(viewer, { message_id }), 404, 'message_id');
  assert.deepEqual(await stateOf(service, binderId), before);
});

test('[MSG-29] [HTTP-10] a message_id that is no id is 400', async () => {
  await chat.post('one');
  const before = await stateOf(service, binderId);
  for (const message_id of [null, '1', 0, -1, 1.5, 2 ** 53, true, [1], {}])
    expectRefusal(await mark(viewer, { message_id }), 400, 'message_id');
  for (const json of [null, [], 'x', 1]) assert.equal((await mark(viewer, json)).status, 400);
  assert.deepEqual(await stateOf(service, binderId), before);
});

test('[MSG-30] the marks of all members are listed, and paged', async () => {
  const id = await chat.post('one');
  await mark(viewer);
  await mark(bot, { message_id: id });
  const ask = (query: string) =>
    service.call('GET', `/${binderId}/readmarks${query}`, { token: viewer.token });
  const get = async (query: string) => (await ask(query)).body.data;
  const { readmarks, next_cursor } = await get('');
  assert.equal(next_cursor, undefined);
  assert.deepEqual(
    readmarks,
    [owner, editor, viewer, bot]
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map((user) => ({
        user: { id: user.id, name: user.name },
        message_id: user === viewer || user === bot ? id : 0,
      })),
  );
  const seen: unknown[] = [];
  for await (const data of followCursor((cursor) => ask(`?limit=1${cursor}`))) {
    assert.equal(data.readmarks.length, 1);
    seen.push(...data.readmarks);
  }
  assert.deepEqual(seen, readmarks);
  const { call } = service;
  for (const [query, path] of [
    ['limit=0', 'limit'],
    ['limit=x', 'limit'],
    ['cursor=1', 'cursor'],
  ])
    expectRefusal(
      await call('GET', `/${binderId}/readmarks?${query}`, { token: viewer.token }),
      400,
      path ?? '',
    );
});

test('[MSG-12] [BINDER-10] a new member begins with nothing unread, and has no mark after leaving', async () => {
  const { sameOrg } = actors.users;
  await chat.post('before');
  await invite(sameOrg);
  assert.equal(await unread(sameOrg), 0);
  await chat.post('after');
  assert.equal(await unread(sameOrg), 1);
  await mark(sameOrg);
  await service.call('POST', `/${binderId}/removeuser`, { token: owner.token, json: { id: sameOrg.id } });
  assert.ok(!(sameOrg.id in (await marks())));
  assert.equal((await mark(sameOrg)).status, 403);
  await chat.post('meanwhile');
  await invite(sameOrg);
  assert.equal(await unread(sameOrg), 0);
});

test('[IDEM-2] a mark repeated with its Idempotency-Key gets the first answer', async () => {
  const id = await chat.post('one');
  const headers = { 'idempotency-key': 'mark-1' };
  const first = await mark(viewer, {}, headers);
  await chat.post('two');
  const again = await mark(viewer, {}, headers);
  assert.deepEqual(again.body, first.body);
  assert.equal((await marks())[viewer.id], id);
});
