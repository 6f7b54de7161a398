import assert from 'node:assert/strict';
import {
  type Actors,
  type ActorTable,
  type CreatedUser,
  createActors,
  expectRefusal,
  openRealtime,
  outsiders,
} from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';

let actors: Actors;
let owner: CreatedUser;
let viewer: CreatedUser;
let binderId: string;
beforeAll(async () => {
  actors = await createActors(service);
  ({ owner, viewer } = actors.users);
});
beforeEach(async () => {
  binderId = await actors.fixture();
});

const set = (user: CreatedUser, json: object, userId = 'me') =>
  service.call('POST', `/${userId}/binders/${binderId}`, { token: user.token, json });
const settingsOf = async (user: CreatedUser) => {
  const { body } = await service.call('GET', '/me/binders', { token: user.token });
  const listed = body.data.binders.find((each: { binder: { id: string } }) => each.binder.id === binderId);
  return [listed.is_favourite, listed.is_muted];
};
const seq = async () =>
  (await service.call('GET', `/${binderId}`, { token: owner.token })).body.data.revision;

const members: ActorTable = { ...outsiders, owner: 200, editor: 200, viewer: 200, bot: 200, reader: 403 };

test('[BINDER-19] [BINDER-13] each member sets it, viewers included, and nobody else', () =>
  actors.check({
    expected: members,
    changes: true,
    call: ({ call }, id) => call('POST', `/me/binders/${id}`, { json: { is_muted: true } }),
  }));

test('[BINDER-19] what is given is set, for oneself alone, and logged nowhere', async () => {
  const before = await seq();
  assert.deepEqual(await settingsOf(viewer), [false, false]);
  assert.deepEqual((await set(viewer, { is_favourite: true })).body.data, {
    is_favourite: true,
    is_muted: false,
    is_archived: false,
  });
  assert.equal((await set(viewer, { is_muted: true }, viewer.id)).status, 200);
  assert.deepEqual(await settingsOf(viewer), [true, true]);
  assert.deepEqual(await settingsOf(owner), [false, false]);
  await set(viewer, { is_favourite: false });
  assert.deepEqual(await settingsOf(viewer), [false, true]);
  assert.equal(await seq(), before);
  expectRefusal(await set(viewer, {}), 400, 'is_favourite');
  expectRefusal(await set(viewer, { is_muted: 'yes' }), 400, 'is_muted');
  assert.equal((await set(viewer, { is_muted: true }, owner.id)).status, 403);
});

test('[BINDER-19] [RT-12] all sessions of the member hear of it, and nobody else does', async () => {
  const sessions = await Promise.all(
    [viewer, viewer, owner].map(async (user) => {
      const client = await openRealtime(service, user.token);
      client.send({ type: 'subscribe_self', id: 1 });
      await client.take('binders');
      return client;
    }),
  );
  await set(viewer, { is_favourite: true, is_muted: true });
  const [one, two, other] = sessions;
  for (const client of [one, two]) {
    const { card } = (await client?.take('binder_changed', (frame) => frame.card.is_muted)) ?? assert.fail();
    assert.deepEqual([card.binder.id, card.is_favourite], [binderId, true]);
  }
  other?.send({ type: 'ping' });
  await other?.take('pong');
  assert.ok(!other?.frames.some(({ type }) => type === 'binder_changed'));
  for (const client of sessions) await client.close();
});

test('[APP-44] an archived binder returns when another person writes, and a muted one with a mention', async () => {
  const isArchived = async () => {
    const { body } = await service.call('GET', '/me/binders', { token: viewer.token });
    return body.data.binders.find((each: { binder: { id: string } }) => each.binder.id === binderId)
      .is_archived;
  };
  const post = (user: CreatedUser, message: object) =>
    service.call('POST', `/${binderId}/messages`, { token: user.token, json: { message } });
  await post(owner, { text: 'Before' });
  const archived = await set(viewer, { is_archived: true });
  assert.equal(archived.body.data.is_archived, true, JSON.stringify(archived.body));
  assert.equal(await isArchived(), true);
  await set(viewer, { is_favourite: true });
  assert.equal(await isArchived(), true);
  await post(owner, { text: 'After' });
  assert.equal(await isArchived(), false);

  await set(viewer, { is_archived: true, is_muted: true });
  await post(owner, { text: 'Nobody needs this' });
  assert.equal(await isArchived(), true);
  await post(owner, { text: 'You', mentions: [viewer.id] });
  assert.equal(await isArchived(), false);
  await set(viewer, { is_archived: true });
  assert.equal((await set(viewer, { is_archived: false })).body.data.is_archived, false);
  assert.equal(await isArchived(), false);
});
