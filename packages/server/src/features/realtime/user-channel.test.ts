import assert from 'node:assert/strict';
import {
  type Cast,
  type CreatedUser,
  openRealtime,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { activity } from '../home/index.ts';

let here: TestService;
let there: TestService;
let cast: Cast;
beforeAll(async () => {
  here = await startService();
  there = await startService({ beside: here });
});
beforeEach(async () => {
  cast = await here.make.cast();
});
afterAll(async () => {
  await there.close();
  await here.close();
});

const call = (user: CreatedUser, path: string, json: object, at = here) =>
  at.call('POST', path, { token: user.token, json });
const post = (user: CreatedUser, message: object, at = here) =>
  call(user, `/${cast.binderId}/messages`, { message }, at);

async function following(user: CreatedUser) {
  const client = await openRealtime(here, user.token);
  client.send({ type: 'subscribe_self', id: 4 });
  const { id, binders } = await client.take('binders');
  assert.equal(id, 4);
  return { client, binders };
}

test('[RT-12] all binders of the caller come first, as REST lists them, with unread and mentions', async () => {
  await here.make.binder(cast.viewer);
  await post(cast.owner, { text: 'hello' });
  await post(cast.owner, { text: 'you', mentions: [cast.viewer.id] });
  const { client, binders } = await following(cast.viewer);
  const { body } = await here.call('GET', '/me/binders', { token: cast.viewer.token });
  const listed = new Map(
    body.data.binders.map((each: { binder: { id: string } }) => [each.binder.id, each.binder]),
  );
  assert.equal(binders.length, 2);
  for (const { binder, unread, position } of binders) {
    const { unread_feeds, revision, users, last_feed, feeds_timestamp, binder_email, ...shared } = listed.get(
      binder.id,
      // biome-ignore lint/suspicious/noExplicitAny: as in Answer of the testkit.
    ) as any;
    assert.deepEqual(binder, shared);
    assert.deepEqual([unread, position.seq], [unread_feeds, revision]);
  }
  const card = binders.find(({ binder }) => binder.id === cast.binderId);
  assert.deepEqual([card?.unread, card?.mentions, card?.last_message?.text], [2, 1, 'you']);
  await client.close();
});

test('[RT-12] what happens in a binder, here or in another process, comes as its card', async () => {
  const { client } = await following(cast.viewer);
  for (const at of [here, there]) {
    const { body } = await post(cast.owner, { text: `from ${at === here ? 'here' : 'there'}` }, at);
    const { card } = await client.take(
      'binder_changed',
      ({ card: { position } }) => position.seq === body.data.seq,
    );
    assert.match(card.last_message?.text ?? '', /^from/);
    assert.ok(card.unread >= 1);
  }
  await call(cast.owner, `/${cast.binderId}`, { name: 'Renamed' });
  await client.take('binder_changed', ({ card }) => card.binder.name === 'Renamed');
  await client.close();
});

test('[RT-12] reading counts down, in the other connections of the same person too', async () => {
  const one = await following(cast.viewer);
  const two = await following(cast.viewer);
  await post(cast.owner, { text: 'read me', mentions: [cast.viewer.id] });
  for (const { client } of [one, two])
    await client.take('binder_changed', ({ card }) => card.unread === 1 && card.mentions === 1);
  const other = await following(cast.editor);
  await call(cast.viewer, `/${cast.binderId}/readmark`, {});
  for (const { client } of [one, two])
    await client.take('binder_changed', ({ card }) => card.unread === 0 && card.mentions === 0);
  other.client.send({ type: 'ping' });
  await other.client.take('pong');
  assert.ok(!other.client.frames.some(({ type }) => type === 'binder_changed'));
  for (const { client } of [one, two, other]) await client.close();
});

test('[RT-12] being added and removed, and a binder that is deleted, are told', async () => {
  const { client, binders } = await following(cast.sameOrg);
  assert.deepEqual(binders, []);
  const users = [{ user: { id: cast.sameOrg.id } }];
  await call(cast.owner, `/${cast.binderId}/inviteuser`, { users }, there);
  const { card } = await client.take('binder_changed');
  assert.equal(card.binder.id, cast.binderId);
  await call(cast.owner, `/${cast.binderId}/removeuser`, { id: cast.sameOrg.id }, there);
  assert.equal((await client.take('binder_removed')).binder_id, cast.binderId);
  await post(cast.owner, { text: 'unheard' });
  const own = await here.make.binder(cast.sameOrg);
  await client.take('binder_changed', (frame) => frame.card.binder.id === own);
  await here.call('DELETE', `/${own}`, { token: cast.sameOrg.token });
  await client.take('binder_removed', ({ binder_id }) => binder_id === own);
  assert.ok(!JSON.stringify(client.frames).includes('unheard'));
  await client.close();
});

test('[RT-12] invitation_id names the unread notification of a person who was added', async () => {
  const { client } = await following(cast.sameOrg);
  const users = [{ user: { id: cast.sameOrg.id } }];
  await call(cast.owner, `/${cast.binderId}/inviteuser`, { users });
  await catchUpAll(here.env, activity);
  const { card } = await client.take('binder_changed', (frame) => frame.card.invitation_id !== undefined);
  assert.equal(card.binder.id, cast.binderId);
  await call(cast.sameOrg, '/me/notifications/read', { ids: [card.invitation_id] });
  await client.take('binder_changed', (frame) => frame.card.invitation_id === undefined);
  await client.close();
  const { client: again, binders } = await following(cast.sameOrg);
  assert.ok(binders.every(({ invitation_id }) => invitation_id === undefined));
  await again.close();
});

test('[RT-12] the categories come with the list, and again when they are others, in all of one’s sessions', async () => {
  const named = (name: string) => call(cast.viewer, '/me/categories', { name });
  const { id } = (await named('Work')).body.data;
  const sessions = await Promise.all(
    [cast.viewer, cast.viewer].map(async ({ token }) => {
      const client = await openRealtime(here, token);
      client.send({ type: 'subscribe_self', id: 1 });
      assert.deepEqual((await client.take('binders')).categories, [{ id, name: 'Work' }]);
      return client;
    }),
  );
  const other = await following(cast.owner);
  const expectCategories = async (expected: string[]) => {
    for (const client of sessions) {
      const { categories } = await client.take('categories');
      assert.deepEqual(
        categories.map(({ name }) => name),
        expected,
      );
    }
  };
  await call(cast.viewer, '/me/categories', { name: 'Family' }, there);
  await expectCategories(['Family', 'Work']);
  await call(cast.viewer, '/me/categories/rename', { id, name: 'At work' });
  await expectCategories(['At work', 'Family']);
  await here.call('DELETE', `/me/categories/${id}`, { token: cast.viewer.token });
  await expectCategories(['Family']);
  other.client.send({ type: 'ping' });
  await other.client.take('pong');
  assert.ok(!other.client.frames.some(({ type }) => type === 'categories'));
  for (const client of [...sessions, other.client]) await client.close();
});

test('[RT-12] the category of a binder comes with its card', async () => {
  const { client } = await following(cast.viewer);
  const { body } = await call(cast.viewer, '/me/categories', { name: 'Mine' });
  const { id } = body.data;
  const { status } = await call(cast.viewer, `/me/categories/${id}`, {
    binders: [{ binder: { id: cast.binderId } }],
  });
  assert.equal(status, 200);
  await client.take('binder_changed', ({ card }) => card.category_id === id);
  await client.close();
});
