import assert from 'node:assert/strict';
import { type Actors, type CreatedUser, createActors } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';
import { createFixture, type Fixture } from './testing/fixture.ts';

let actors: Actors;
let owner: CreatedUser;
let sameOrg: CreatedUser;
let otherOrg: CreatedUser;
let otherPartner: CreatedUser;
let fixture: Fixture;
beforeAll(async () => {
  actors = await createActors(service);
  ({ owner, sameOrg, otherOrg, otherPartner } = actors.users);
});
beforeEach(async () => {
  fixture = await createFixture(service, actors);
});

test('[MEMBER-2] addorguser adds users of the binder’s org only', async () => {
  for (const path of ['addorguser', 'addteamuser']) {
    const users = [{ user: { id: sameOrg.id } }, { user: { id: otherOrg.id } }];
    const message = await fixture.refused(() => fixture.post(path, { users }), 403);
    assert.match(message, /users\[1\]/);
  }
  await fixture.invite([{ user: { id: otherOrg.id } }]);
  const other = await service.make.user({
    partner: { id: owner.partnerId, orgId: owner.orgId },
    orgId: otherOrg.orgId,
  });
  await fixture.refused(
    () => fixture.post('addorguser', { users: [{ user: { id: other.id } }] }, otherOrg.token),
    403,
  );
  assert.equal(
    (await fixture.post('addorguser', { users: [{ user: { id: sameOrg.id } }] }, otherOrg.token)).status,
    200,
  );
});

test('[MEMBER-3] one who does not exist, or is of another partner, is 404 and named', async () => {
  const invitable = [
    { email: 'nobody@test.example' },
    { email: otherOrg.email },
    { unique_id: sameOrg.uniqueId, org_id: otherOrg.orgId },
  ];
  const nobody = [
    ...invitable,
    { id: 'U0000000000000000000000' },
    { unique_id: 'nobody' },
    { unique_id: otherOrg.uniqueId },
    { unique_id: sameOrg.uniqueId, org_id: 'O0000000000000000000000' },
    { unique_id: sameOrg.uniqueId.toUpperCase() },
    { id: otherPartner.id },
    { unique_id: otherPartner.uniqueId, org_id: otherPartner.orgId },
    { email: otherPartner.email, org_id: otherPartner.orgId },
    { unique_id: sameOrg.email },
    { email: 'nobody@test.example', org_id: otherPartner.orgId },
  ];
  for (const user of nobody) {
    const users = [{ user: { id: sameOrg.id } }, { user }];
    if (!invitable.some((each) => each === user))
      await fixture.refused(() => fixture.invite(users), 404, 'users[1].user');
    await fixture.refused(() => fixture.post('addorguser', { users }), 404, 'users[1].user');
    await fixture.refused(() => fixture.remove(user), 404, Object.keys(user)[0]);
  }
  const users = [{ user: { email: sameOrg.uniqueId } }];
  await fixture.refused(() => fixture.invite(users), 400, 'users[0].user.email');
});

test('[MEMBER-3] [MEMBER-1] a user named in no way or in two, and other bad input, is 400 and names the field', async () => {
  const user = { id: sameOrg.id };
  const many = Array.from({ length: 501 }, () => ({ user }));
  for (const [users, path] of [
    [undefined, 'users'],
    [null, 'users'],
    ['all', 'users'],
    [[], 'users'],
    [many, 'users'],
    [[null], 'users[0]'],
    [[{}], 'users[0].user'],
    [[{ user: null }], 'users[0].user'],
    [[{ user: sameOrg.id }], 'users[0].user'],
    [[{ user: {} }], 'users[0].user'],
    [[{ user: { org_id: owner.orgId } }], 'users[0].user'],
    [[{ user: { id: sameOrg.id, email: sameOrg.email } }], 'users[0].user'],
    [[{ user }, { user: { unique_id: 'a', email: 'a@test.example' } }], 'users[1].user'],
    [[{ user: { id: null } }], 'users[0].user.id'],
    [[{ user: { id: 7 } }], 'users[0].user.id'],
    [[{ user: { id: fixture.binderId } }], 'users[0].user.id'],
    [[{ user: { id: `${sameOrg.id}0` } }], 'users[0].user.id'],
    [[{ user: { id: 'me' } }], 'users[0].user.id'],
    [[{ user: { unique_id: '' } }], 'users[0].user.unique_id'],
    [[{ user: { unique_id: 'u'.repeat(256) } }], 'users[0].user.unique_id'],
    [[{ user: { unique_id: 'a\u0000' } }], 'users[0].user.unique_id'],
    [[{ user: { email: 'e'.repeat(321) } }], 'users[0].user.email'],
    [[{ user: { email: 'a@test.example', org_id: 'Wrong' } }], 'users[0].user.org_id'],
    [[{ user, type: null }], 'users[0].type'],
    [[{ user, type: 'BOARD_OWNER' }], 'users[0].type'],
    [[{ user, type: 'editor' }], 'users[0].type'],
  ] as const) {
    for (const call of ['inviteuser', 'addorguser', 'addteamuser']) {
      await fixture.refused(() => fixture.post(call, users === undefined ? {} : { users }), 400, path);
    }
  }
});

test('[MEMBER-5] a user who is named twice is added once, and with two types not at all', async () => {
  await fixture.refused(
    () =>
      fixture.invite([
        { user: { id: sameOrg.id } },
        { user: { email: sameOrg.email }, type: 'BOARD_READ_ONLY' },
      ]),
    400,
    'users[1].type',
  );
  const twice = await fixture.invite([
    { user: { id: sameOrg.id }, type: 'BOARD_READ_WRITE' },
    { user: { email: sameOrg.email } },
  ]);
  assert.equal(twice.status, 200);
  assert.equal((await fixture.loggedChanges()).length, 1);
});

test('[MEMBER-1] 500 users are added in one call', async () => {
  const ids = Array.from({ length: 500 }, () => service.env.ids.next('user'));
  await service.env.db.query(
    `INSERT INTO users (id, partner_id, org_id, name, created_at, updated_at)
     SELECT id, $2, $3, 'Somebody', 0, 0 FROM unnest($1::text[]) AS id`,
    [ids, owner.partnerId, owner.orgId],
  );
  const answer = await fixture.invite(ids.map((id) => ({ user: { id } })));
  assert.equal(answer.status, 200);
  assert.equal(Object.keys(await fixture.roles()).length, 504);
  assert.equal((await fixture.loggedChanges()).length, 500);
});
