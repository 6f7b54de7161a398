import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import {
  type Actors,
  hireActors,
  type MadeUser,
  startService,
  stateOf,
  type TestService,
} from '@ringbinder/testkit';
import { type Stage, setStage } from './testing/stage.ts';

let service: TestService;
let actors: Actors;
let owner: MadeUser;
let editor: MadeUser;
let viewer: MadeUser;
let colleague: MadeUser;
let neighbour: MadeUser;
let stranger: MadeUser;
let stage: Stage;
before(async () => {
  service = await startService();
  actors = await hireActors(service);
  ({ owner, editor, viewer, colleague, neighbour, stranger } = actors.users);
});
beforeEach(async () => {
  stage = await setStage(service, actors);
});
after(() => service.close());

test('[MEMBER-11] the owner changes what a member may do', async () => {
  assert.deepEqual((await stage.change(viewer.id, 'BOARD_READ_WRITE')).body, { code: 'RESPONSE_SUCCESS' });
  assert.equal((await stage.roles())[viewer.id], 'BOARD_READ_WRITE');
  assert.equal((await stage.post('messages', { message: { text: 'At last' } }, viewer.token)).status, 200);
  await stage.change(viewer.id, 'BOARD_READ_ONLY');
  await stage.refused(() => stage.post('messages', { message: { text: 'No more' } }, viewer.token), 403);
  const body = { user_id: viewer.id, name: viewer.name };
  const changes = (await stage.happenings()).filter(({ kind }) => kind === 'member_changed');
  assert.deepEqual(changes, [
    { kind: 'member_changed', actor: owner.id, body: { ...body, type: 'BOARD_READ_WRITE' } },
    { kind: 'member_changed', actor: owner.id, body: { ...body, type: 'BOARD_READ_ONLY' } },
  ]);
});

test('[MEMBER-11] a role that a member has already is no change', async () => {
  const before = await stateOf(service, stage.binderId);
  assert.equal((await stage.change(viewer.id, 'BOARD_READ_ONLY')).status, 200);
  assert.equal((await stage.change(owner.id, 'BOARD_OWNER')).status, 200);
  assert.deepEqual(await stateOf(service, stage.binderId), before);
});

test('[MEMBER-11] a role for someone who is no member is 404, and what is no role 400', async () => {
  for (const user of [colleague, neighbour, stranger]) {
    await stage.refused(() => stage.change(user.id, 'BOARD_READ_WRITE'), 404);
    await stage.refused(() => stage.change(user.id, 'BOARD_OWNER'), 404);
  }
  await stage.refused(() => stage.change('U0000000000000000000000', 'BOARD_OWNER'), 404, 'user_id');
  await stage.refused(() => stage.change('me', 'BOARD_OWNER'), 400, 'user_id');
  for (const type of [undefined, null, '', 'owner', 'BOARD_ADMIN', 1, ['BOARD_OWNER']]) {
    await stage.refused(() => stage.change(viewer.id, type), 400, 'type');
  }
});

test('[MEMBER-12] [BINDER-6] handing over makes the other the owner and the owner an editor, in one change', async () => {
  assert.equal((await stage.change(viewer.id, 'BOARD_OWNER')).status, 200);
  const now = await stage.roles();
  assert.equal(now[viewer.id], 'BOARD_OWNER');
  assert.equal(now[owner.id], 'BOARD_READ_WRITE');
  assert.equal(Object.values(now).filter((type) => type === 'BOARD_OWNER').length, 1);
  const { data } = (await service.call('GET', `/${stage.binderId}`, { token: editor.token })).body;
  assert.deepEqual(data.owner, { id: viewer.id, name: viewer.name });
  assert.deepEqual(await stage.happenings(), [
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
  await stage.refused(() => stage.change(owner.id, 'BOARD_OWNER'), 403);
  await stage.refused(() => service.call('DELETE', `/${stage.binderId}`, { token: owner.token }), 403);
  assert.equal((await stage.remove({ id: owner.id }, owner.token)).status, 200, 'the former owner may leave');
});

test('[MEMBER-12] the owner does not step down without a successor', async () => {
  for (const type of ['BOARD_READ_WRITE', 'BOARD_READ_ONLY']) {
    await stage.refused(() => stage.change(owner.id, type), 400, 'type');
  }
});
