import assert from 'node:assert/strict';
import { type Actors, type CreatedUser, createActors } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';
import { createFixture, type Fixture } from './testing/fixture.ts';

let actors: Actors;
let owner: CreatedUser;
let viewer: CreatedUser;
let fixture: Fixture;
beforeAll(async () => {
  actors = await createActors(service);
  ({ owner, viewer } = actors.users);
});
beforeEach(async () => {
  fixture = await createFixture(service, actors);
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

test('[MEMBER-6] a member who was disabled can still be removed, and nobody disabled is added', async () => {
  const disabled = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  await fixture.invite([{ user: { id: disabled.id } }]);
  await service.env.db.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [disabled.id]);
  assert.equal((await fixture.remove({ id: disabled.id })).status, 200);
  await fixture.refused(() => fixture.invite([{ user: { id: disabled.id } }]), 404, 'users[0].user');
});
