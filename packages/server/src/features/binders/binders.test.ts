import assert from 'node:assert/strict';
import { type Actors, type CreatedUser, createActors, stateOf } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let actors: Actors;
let owner: CreatedUser;
beforeAll(async () => {
  actors = await createActors(service);
  owner = actors.users.owner;
});

type Json = Record<string, unknown>;
const create = (json: unknown, token = owner.token) => service.call('POST', '/me/binders', { token, json });
const get = (binderId: string, token = owner.token) => service.call('GET', `/${binderId}`, { token });
const update = (binderId: string, json: unknown) =>
  service.call('POST', `/${binderId}`, { token: owner.token, json });
const list = (token: string, query = '') => service.call('GET', `/me/binders${query}`, { token });
const lastEntry = async (binderId: string) =>
  (await service.call('GET', `/${binderId}/feed`, { token: owner.token })).body.data.entries.at(-1);

test('[BINDER-5] [BINDER-8] [BINDER-9] a binder tells all its fields', async () => {
  const binderId = await actors.fixture();
  await service.call('POST', `/${binderId}/messages`, {
    token: actors.users.editor.token,
    json: { message: { text: 'One' } },
  });
  const { data } = (await get(binderId)).body;
  const { users, created_time, updated_time, last_feed, ...rest } = data;
  assert.deepEqual(rest, {
    id: binderId,
    name: 'Test binder',
    description: '',
    conversation: false,
    owner: { id: owner.id, name: owner.name },
    total_members: 4,
    total_pages: 0,
    total_todos: 0,
    total_comments: 1,
    unread_feeds: rest.unread_feeds,
    revision: 2,
    thumbnail_uri: '',
    feeds_timestamp: updated_time,
    binder_email: '',
    pages: [],
  });
  assert.deepEqual([last_feed.verb, last_feed.object.content], ['post', 'One']);
  assert.ok(updated_time >= created_time);
  assert.equal(users.length, 4);
  assert.equal(rest.revision, (await lastEntry(binderId)).seq, 'the revision is the latest seq');
});

test('[BINDER-6] [BINDER-7] the members of a binder, the owner first, with all of a user’s fields', async () => {
  const binderId = await actors.fixture();
  const { users } = (await get(binderId)).body.data;
  const types = Object.fromEntries(users.map((member: Json) => [(member.user as Json).id, member.type]));
  assert.deepEqual(types, {
    [owner.id]: 'BOARD_OWNER',
    [actors.users.editor.id]: 'BOARD_READ_WRITE',
    [actors.users.bot.id]: 'BOARD_READ_WRITE',
    [actors.users.viewer.id]: 'BOARD_READ_ONLY',
  });
  const { created_time, updated_time, ...first } = users[0];
  assert.equal(typeof created_time, 'number');
  assert.equal(typeof updated_time, 'number');
  const [firstName = '', lastName = ''] = owner.name.split(' ');
  assert.deepEqual(first, {
    type: 'BOARD_OWNER',
    status: 'BOARD_MEMBER',
    user: {
      id: owner.id,
      name: owner.name,
      first_name: firstName,
      last_name: lastName,
      email: owner.email,
      unique_id: owner.uniqueId,
      org_id: owner.orgId,
      picture_uri: '',
      is_bot: false,
    },
  });
  const bot = users.find((member: Json) => (member.user as Json).id === actors.users.bot.id);
  assert.equal(bot.user.is_bot, true);
});

test('[BINDER-12] a deleted binder is 404 in every call, for its owner too, and gone from lists', async () => {
  const binderId = await actors.fixture();
  assert.deepEqual((await service.call('DELETE', `/${binderId}`, { token: owner.token })).body, {
    code: 'RESPONSE_SUCCESS',
  });
  const state = await stateOf(service, binderId);
  const { id } = actors.users.viewer;
  const users = [{ user: { id: actors.users.sameOrg.id } }];
  for (const [method, path, json] of [
    ['GET', ''],
    ['POST', '', { name: 'Again' }],
    ['DELETE', ''],
    ['GET', '/messages'],
    ['POST', '/messages', { message: { text: 'Hi' } }],
    ['GET', '/feed'],
    ['GET', '/feed?wait=30&after=100'],
    ['POST', '/inviteuser', { users }],
    ['POST', '/addorguser', { users }],
    ['POST', '/addteamuser', { users }],
    ['POST', '/removeuser', { id }],
    ['POST', `/users/${id}`, { type: 'BOARD_OWNER' }],
    ['GET', '/pages'],
    ['GET', '/files'],
  ] as const) {
    for (const token of [owner.token, actors.users.otherPartner.token]) {
      const answer = await service.call(method, `/${binderId}${path}`, { token, ...(json ? { json } : {}) });
      assert.equal(answer.status, 404, `${method} ${path}`);
      assert.equal(answer.body.message, `there is no binder ${binderId}`);
    }
  }
  assert.deepEqual(await stateOf(service, binderId), state);
  const listed = (await list(owner.token)).body.data.binders;
  assert.ok(!listed.some((entry: { binder: { id: string } }) => entry.binder.id === binderId));
});

const name = (length: number) => ({ name: 'n'.repeat(length) });
const wrong: [json: unknown, path: string][] = [
  [{}, 'name'],
  [{ name: null }, 'name'],
  [{ name: 5 }, 'name'],
  [{ name: ['a'] }, 'name'],
  [{ name: '' }, 'name'],
  [name(256), 'name'],
  [{ name: 'a\u0000b' }, 'name'],
  [{ name: 'lone \ud800 surrogate' }, 'name'],
  [{ name: 'ok', description: null }, 'description'],
  [{ name: 'ok', description: 1 }, 'description'],
  [{ name: 'ok', description: 'd'.repeat(4097) }, 'description'],
  [[], ''],
  ['name', ''],
  [null, ''],
];

test('[BINDER-15] [HTTP-10] what is wrong with a name or description is told by the name of the field', async () => {
  const binderId = await actors.fixture();
  const state = await stateOf(service, binderId);
  for (const [json, path] of [...wrong, [{ name: 'ok', conversation: 'yes' }, 'conversation'] as const]) {
    const answer = await create(json);
    assert.equal(answer.status, 400, JSON.stringify(json));
    assert.equal(answer.body.errors[0].path, path, JSON.stringify(json));
  }
  for (const [json, path] of wrong) {
    const answer = await update(binderId, json);
    assert.equal(answer.status, 400, JSON.stringify(json));
    assert.equal(answer.body.errors[0].path, path, JSON.stringify(json));
  }
  assert.deepEqual(await stateOf(service, binderId), state);
});

test('[BINDER-15] names of 1 and 255 and descriptions of 4,096 characters are kept as they are, in any script', async () => {
  for (const json of [
    name(1),
    { name: '👩‍👩‍👧 Ελλάδα'.padEnd(255, '語'), description: '🖇'.repeat(4096) },
    { name: ' a ', description: ' \n\t"\\' },
  ]) {
    const { id } = (await create(json)).body.data;
    const { data } = (await get(id)).body;
    assert.equal(data.name, json.name);
    assert.equal(data.description, 'description' in json ? json.description : '');
  }
});

test('[BINDER-1] an id of another shape is 400 and names binder_id, one of nothing is 404', async () => {
  const { status, body } = await get('B0000000000000000000000');
  assert.deepEqual([status, body.message], [404, 'there is no binder B0000000000000000000000']);
  for (const id of ['Babc', `${'B'.padEnd(24, '0')}`]) {
    const answer = await get(id);
    assert.deepEqual([answer.status, answer.body.errors[0].path], [400, 'binder_id'], id);
  }
});
