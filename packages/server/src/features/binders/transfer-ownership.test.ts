import assert from 'node:assert/strict';
import { type CreatedUser, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Admins, createAdmins, notTheOrg } from '../orgs/testing/admins.ts';

let service: TestService;
let admins: Admins;
let owner: CreatedUser;
beforeAll(async () => {
  service = await startService();
  admins = await createAdmins(service);
  owner = admins.users.member;
});
afterAll(() => service.close());

const transfer = (binderId: string, userId: string, token: string | undefined, type = 'BOARD_OWNER') =>
  service.call('POST', `/${binderId}/users/${userId}`, { ...(token && { token }), json: { type } });

async function membersOf(binderId: string, token: string) {
  const { body } = await service.call('GET', `/${binderId}/users`, { token });
  return Object.fromEntries(
    body.data.users.map((entry: { user: { id: string }; type: string }) => [entry.user.id, entry.type]),
  );
}

test('[MEMBER-22] the admins of the org and its partner transfer a binder of which they are no members', async () => {
  const { users, orgId } = admins;
  const editor = await service.make.user({ partner: admins.partner, orgId });
  const expected = { ...notTheOrg, member: 200, orgAdmin: 200, partnerAdmin: 200, reader: 403 };
  await admins.check(expected, async (token) => {
    const binderId = await service.make.binder(owner, [{ user: editor, role: 'editor' }]);
    const answer = await transfer(binderId, editor.id, token);
    if (answer.status === 200)
      expect(await membersOf(binderId, editor.token)).toEqual({
        [editor.id]: 'BOARD_OWNER',
        [owner.id]: 'BOARD_READ_WRITE',
      });
    return answer;
  });
  const binderId = await service.make.binder(owner, [{ user: editor, role: 'editor' }]);
  for (const type of ['BOARD_READ_ONLY', 'BOARD_READ_WRITE'])
    assert.equal((await transfer(binderId, editor.id, users.orgAdmin.token, type)).status, 403);
});

test('[MEMBER-22] a person of the org becomes a member by it, and the admin gains nothing', async () => {
  const { users, orgId, partner } = admins;
  const successor = await service.make.user({ partner, orgId });
  const binderId = await service.make.binder(owner);
  const { name } = (await service.call('GET', `/${binderId}`, { token: owner.token })).body.data;
  assert.equal((await transfer(binderId, successor.id, owner.token)).status, 404, 'by the owner');
  assert.equal((await transfer(binderId, successor.id, users.orgAdmin.token)).status, 200);
  expect(await membersOf(binderId, successor.token)).toEqual({
    [successor.id]: 'BOARD_OWNER',
    [owner.id]: 'BOARD_READ_WRITE',
  });
  assert.equal((await service.call('GET', `/${binderId}`, { token: users.orgAdmin.token })).status, 403);
  const { body } = await service.call('GET', `/orgs/${orgId}/audit?action=binder.hand-over&limit=1`, {
    token: users.orgAdmin.token,
  });
  expect(body.data.entries[0]).toMatchObject({
    actor: { id: users.orgAdmin.id },
    target: binderId,
    target_name: name,
    details: { user_id: successor.id, previous_user_id: owner.id },
  });
  const repeated = await transfer(binderId, successor.id, users.orgAdmin.token);
  assert.equal(repeated.status, 200, 'to the owner');
  assert.equal(
    (await transfer(binderId, owner.id, successor.token)).status,
    200,
    'and the owner hands it back',
  );
});

test('[MEMBER-22] the audit log has the transfers by an admin who owns the binder, and none by other owners', async () => {
  const { users, orgId, partner } = admins;
  const successor = await service.make.user({ partner, orgId });
  const targets: string[] = [];
  for (const by of [users.orgAdmin, owner]) {
    const binderId = await service.make.binder(by, [{ user: successor, role: 'viewer' }]);
    assert.equal((await transfer(binderId, successor.id, by.token)).status, 200);
    targets.push(binderId);
  }
  const { body } = await service.call('GET', `/orgs/${orgId}/audit?action=binder.hand-over&limit=1000`, {
    token: users.orgAdmin.token,
  });
  const logged = body.data.entries.map(({ target }: { target: string }) => target);
  expect(targets.filter((target) => logged.includes(target))).toEqual(targets.slice(0, 1));
});

test('[MEMBER-22] bots, disabled people and people of other orgs cannot be named', async () => {
  const { users, orgId, partner } = admins;
  const { token } = users.orgAdmin;
  const disabled = await service.make.user({ partner, orgId });
  const disabledMember = await service.make.user({ partner, orgId });
  const foreignMember = users.otherOrgAdmin;
  const binderId = await service.make.binder(owner, [{ user: disabledMember, role: 'editor' }]);
  for (const { id } of [disabled, disabledMember]) {
    const path = `/orgs/${orgId}/users/${id}`;
    assert.equal((await service.call('POST', path, { token, json: { disabled: true } })).status, 200);
  }
  for (const { id } of [users.bot, disabled, foreignMember, users.otherPartnerAdmin])
    assert.equal((await transfer(binderId, id, token)).status, 404);
  assert.equal((await transfer(binderId, disabledMember.id, token)).status, 412);
  expect(await membersOf(binderId, owner.token)).toEqual({
    [owner.id]: 'BOARD_OWNER',
    [disabledMember.id]: 'BOARD_READ_WRITE',
  });
  const shared = await service.make.binder(owner, [{ user: foreignMember, role: 'viewer' }]);
  assert.equal((await transfer(shared, foreignMember.id, token)).status, 200, 'a member of another org');
});

test('[MEMBER-22] of two admins who name different people at once, the later one decides', async () => {
  const { users, orgId, partner } = admins;
  const [one, two] = await Promise.all([0, 1].map(() => service.make.user({ partner, orgId })));
  assert.ok(one && two);
  const binderId = await service.make.binder(owner);
  const answers = await Promise.all([
    transfer(binderId, one.id, users.orgAdmin.token),
    transfer(binderId, two.id, users.partnerAdmin.token),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  const members = await membersOf(binderId, owner.token);
  const owners = Object.values(members).filter((type) => type === 'BOARD_OWNER');
  expect(owners).toHaveLength(1);
  expect(Object.keys(members)).toHaveLength(3);
});
