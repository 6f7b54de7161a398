import assert from 'node:assert/strict';
import { type Actors, type CreatedUser, createActors, stateOf } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';
import { createFixture, type Fixture } from './testing/fixture.ts';

let actors: Actors;
let owner: CreatedUser;
let editor: CreatedUser;
let viewer: CreatedUser;
let sameOrg: CreatedUser;
let otherOrg: CreatedUser;
let otherPartner: CreatedUser;
let fixture: Fixture;
beforeAll(async () => {
  actors = await createActors(service);
  ({ owner, editor, viewer, sameOrg, otherOrg, otherPartner } = actors.users);
});
beforeEach(async () => {
  fixture = await createFixture(service, actors);
});

test('[MEMBER-11] a role that a member has already is no change', async () => {
  const before = await stateOf(service, fixture.binderId);
  assert.equal((await fixture.change(viewer.id, 'BOARD_READ_ONLY')).status, 200);
  assert.equal((await fixture.change(owner.id, 'BOARD_OWNER')).status, 200);
  assert.deepEqual(await stateOf(service, fixture.binderId), before);
});

test('[MEMBER-11] a role for someone who is no member is 404, and what is no role 400', async () => {
  for (const user of [sameOrg, otherOrg, otherPartner]) {
    await fixture.refused(() => fixture.change(user.id, 'BOARD_READ_WRITE'), 404);
    await fixture.refused(() => fixture.change(user.id, 'BOARD_OWNER'), 404);
  }
  await fixture.refused(() => fixture.change('U0000000000000000000000', 'BOARD_OWNER'), 404, 'user_id');
  await fixture.refused(() => fixture.change('me', 'BOARD_OWNER'), 400, 'user_id');
  for (const type of [undefined, null, '', 'owner', 'BOARD_ADMIN', 1, ['BOARD_OWNER']]) {
    await fixture.refused(() => fixture.change(viewer.id, type), 400, 'type');
  }
});

test('[MEMBER-12] [BINDER-6] handing over makes the other the owner and the owner an editor, in one change', async () => {
  assert.equal((await fixture.change(viewer.id, 'BOARD_OWNER')).status, 200);
  const now = await fixture.roles();
  assert.equal(now[viewer.id], 'BOARD_OWNER');
  assert.equal(now[owner.id], 'BOARD_READ_WRITE');
  assert.equal(Object.values(now).filter((type) => type === 'BOARD_OWNER').length, 1);
  const { data } = (await service.call('GET', `/${fixture.binderId}`, { token: editor.token })).body;
  assert.deepEqual(data.owner, { id: viewer.id, name: viewer.name });
  assert.deepEqual(await fixture.loggedChanges(), [
    {
      kind: 'member_changed',
      actor: owner.id,
      body: { user_id: viewer.id, name: viewer.name, type: 'BOARD_OWNER' },
    },
    {
      kind: 'member_changed',
      actor: owner.id,
      body: { user_id: owner.id, name: owner.name, type: 'BOARD_READ_WRITE' },
    },
  ]);
  await fixture.refused(() => fixture.change(owner.id, 'BOARD_OWNER'), 403);
  await fixture.refused(() => service.call('DELETE', `/${fixture.binderId}`, { token: owner.token }), 403);
  assert.equal(
    (await fixture.remove({ id: owner.id }, owner.token)).status,
    200,
    'the former owner may leave',
  );
});

test('[MEMBER-12] the owner does not step down without a successor', async () => {
  for (const type of ['BOARD_READ_WRITE', 'BOARD_READ_ONLY']) {
    await fixture.refused(() => fixture.change(owner.id, type), 400, 'type');
  }
});
