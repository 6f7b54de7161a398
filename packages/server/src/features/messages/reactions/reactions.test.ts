import assert from 'node:assert/strict';
import {
  type Actors,
  type ActorTable,
  type CreatedUser,
  createActors,
  followCursor,
  outsiders,
} from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';

let actors: Actors;
let owner: CreatedUser;
let editor: CreatedUser;
let binderId: string;
let message: string;
beforeAll(async () => {
  actors = await createActors(service);
  ({ owner, editor } = actors.users);
});
beforeEach(async () => {
  binderId = await actors.fixture();
  message = await post(binderId);
});

async function post(to: string): Promise<string> {
  const json = { message: { text: 'Lunch?' } };
  const { body } = await service.call('POST', `/${to}/messages`, { token: owner.token, json });
  return `/${to}/messages/${body.data.binder_comment_id}`;
}
const react = (user: CreatedUser, emoji: string) =>
  service.call('POST', `${message}/reactions`, { token: user.token, json: { emoji } });
const takeBack = (user: CreatedUser, emoji: string) =>
  service.call('DELETE', `${message}/reactions/${encodeURIComponent(emoji)}`, { token: user.token });
const get = async (path: string) => (await service.call('GET', path, { token: owner.token })).body.data;
const log = async () => (await get(`/${binderId}/feed`)).entries;

const readers: ActorTable = { ...outsiders, owner: 200, editor: 200, viewer: 200, bot: 200, reader: 200 };
const writers: ActorTable = { ...outsiders, owner: 200, editor: 200, viewer: 403, bot: 200, reader: 403 };

test('[MSG-39] the owner, editors and bots react; a viewer and those outside do not', () =>
  actors.check({
    expected: writers,
    changes: true,
    prepare: post,
    call: ({ call }, _binder, path) => call('POST', `${path}/reactions`, { json: { emoji: '👍' } }),
  }));

test('[MSG-41] the members see who reacted, and nobody else', () =>
  actors.check({
    expected: readers,
    changes: false,
    prepare: post,
    call: ({ call }, _binder, path) => call('GET', `${path}/reactions`),
  }));

test('[MSG-39] reactions at once are all counted, and none twice', async () => {
  const users = Object.values(actors.users).filter(({ id }) =>
    [owner.id, editor.id, actors.users.bot.id].includes(id),
  );
  const emojis = ['👍', '❤️', '🎉', '👀'];
  const all = await Promise.all(
    users.flatMap((user) => emojis.flatMap((emoji) => [react(user, emoji), react(user, emoji)])),
  );
  assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([200]));
  const { reactions } = await get(message);
  assert.deepEqual(
    reactions.map(({ count }: { count: number }) => count),
    [3, 3, 3, 3],
  );
  const added = (await log()).filter(({ kind }: { kind: string }) => kind === 'reaction_added');
  assert.equal(added.length, 12);
});

test('[MSG-39] a reaction is nothing unread', async () => {
  const unread = async () => (await get(`/${binderId}`)).unread_feeds;
  const before = await unread();
  await react(editor, '👍');
  assert.equal(await unread(), before);
});

test('[MSG-41] the list of reactions has all of them, page by page', async () => {
  for (const emoji of ['👍', '🎉', '👀']) for (const user of [owner, editor]) await react(user, emoji);
  const seen: string[] = [];
  const parts = followCursor((cursor) =>
    service.call('GET', `${message}/reactions?limit=4${cursor}`, { token: owner.token }),
  );
  for await (const { reactions } of parts) for (const each of reactions) seen.push(JSON.stringify(each));
  assert.deepEqual([seen.length, new Set(seen).size], [6, 6], 'each once');
  const [first] = (await get(`${message}/reactions`)).reactions;
  assert.deepEqual(
    [first.emoji, first.user, typeof first.created_time],
    ['👍', { id: owner.id, name: owner.name }, 'number'],
  );
});

test('[MSG-39] what was deleted or never was has no reactions', async () => {
  await react(owner, '👍');
  await service.call('DELETE', message, { token: owner.token });
  assert.equal((await react(owner, '👍')).status, 404, 'a reaction');
  assert.equal((await takeBack(owner, '👍')).status, 404, 'taking it back');
  assert.equal((await service.call('GET', `${message}/reactions`, { token: owner.token })).status, 404);
});
