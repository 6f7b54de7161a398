import assert from 'node:assert/strict';
import { type Actors, type CreatedUser, createActors } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';
import { createFixture, type Fixture } from './testing/fixture.ts';

let actors: Actors;
let owner: CreatedUser;
let editor: CreatedUser;
let viewer: CreatedUser;
let colleague: CreatedUser;
let fixture: Fixture;
beforeAll(async () => {
  actors = await createActors(service);
  ({ owner, editor, viewer, colleague } = actors.users);
});
beforeEach(async () => {
  fixture = await createFixture(service, actors);
});

test('[MEMBER-6] [MEMBER-10] a removed member is out from the next call on', async () => {
  const read = () => service.call('GET', `/${fixture.binderId}/messages`, { token: viewer.token });
  assert.equal((await read()).status, 200);
  const answer = await fixture.remove({ id: viewer.id });
  assert.deepEqual(answer.body, { code: 'RESPONSE_SUCCESS' });
  assert.equal((await read()).status, 403);
  assert.deepEqual(await fixture.loggedChanges(), [
    { kind: 'member_removed', actor: owner.id, body: { user_id: viewer.id, name: viewer.name } },
  ]);
  await fixture.refused(() => fixture.remove({ id: viewer.id }), 404);
  await fixture.refused(() => fixture.remove({ email: colleague.email }), 404);
});

test('[MEMBER-6] what names the member to remove is checked by field', async () => {
  for (const [identity, path] of [
    [{}, 'id'],
    [{ org_id: owner.orgId }, 'id'],
    [{ id: null }, 'id'],
    [{ id: 'U1' }, 'id'],
    [{ id: viewer.id, unique_id: viewer.uniqueId }, 'id'],
    [{ unique_id: viewer.uniqueId, email: viewer.email }, 'unique_id'],
    [{ unique_id: '' }, 'unique_id'],
    [{ email: 5 }, 'email'],
    [{ email: viewer.email, org_id: '' }, 'org_id'],
    [[], ''],
    ['me', ''],
  ] as const) {
    await fixture.refused(() => fixture.remove(identity), 400, path);
  }
});

test('[MEMBER-7] a viewer removes nobody else, whether such a user exists or not', async () => {
  for (const identity of [{ id: editor.id }, { id: owner.id }, { email: 'nobody@test.example' }]) {
    await fixture.refused(() => fixture.remove(identity, viewer.token), 403);
  }
});

test('[MEMBER-8] the owner is not removed, by whomever and however named', async () => {
  await fixture.refused(() => fixture.remove({ id: owner.id }), 400, 'id');
  await fixture.refused(() => fixture.remove({ unique_id: owner.uniqueId }), 400, 'unique_id');
  await fixture.refused(
    () => fixture.remove({ email: owner.email, org_id: owner.orgId }, editor.token),
    400,
    'email',
  );
});

test('[MEMBER-9] a member leaves by naming oneself in any way, and may come back', async () => {
  assert.equal((await fixture.remove({ unique_id: viewer.uniqueId }, viewer.token)).status, 200);
  assert.equal((await fixture.invite([{ user: { id: viewer.id } }])).status, 200);
  assert.equal((await fixture.roles())[viewer.id], 'BOARD_READ_WRITE');
  assert.deepEqual(
    (await fixture.loggedChanges()).map(({ kind, actor }) => [kind, actor]),
    [
      ['member_removed', viewer.id],
      ['member_added', owner.id],
    ],
  );
});

test('[MEMBER-6] a member who was disabled can still be removed, and nobody disabled is added', async () => {
  const disabled = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  await fixture.invite([{ user: { id: disabled.id } }]);
  await service.env.db.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [disabled.id]);
  assert.equal((await fixture.remove({ id: disabled.id })).status, 200);
  await fixture.refused(() => fixture.invite([{ user: { id: disabled.id } }]), 404, 'users[0].user');
});
