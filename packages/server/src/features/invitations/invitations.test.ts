import assert from 'node:assert/strict';
import {
  type Actors,
  type CreatedUser,
  createActors,
  outsiders,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { createFixture, type Fixture } from '../binders/testing/fixture.ts';
import { deleteExpiredInvitations } from './index.ts';

let service: TestService;
let actors: Actors;
let owner: CreatedUser;
let fixture: Fixture;
beforeAll(async () => {
  service = await startService({ config: { accessTokenSeconds: 400 * 24 * 60 * 60 } });
  actors = await createActors(service);
  owner = actors.users.owner;
});
beforeEach(async () => {
  fixture = await createFixture(service, actors);
});
afterAll(() => service.close());

const DAY_MS = 24 * 60 * 60 * 1000;

let counter = 0;
const address = () => `New.${++counter}@Guest.example`;
const invited = async (token = actors.users.viewer.token) => {
  const { users } = (await service.call('GET', `/${fixture.binderId}`, { token })).body.data;
  return users.filter(({ status }: { status: string }) => status === 'BOARD_INVITED');
};

test('[MEMBER-13] the owner and editors invite addresses that nobody has, and nobody else', () =>
  actors.check({
    expected: { ...outsiders, owner: 200, editor: 200, viewer: 403, bot: 200, reader: 403 },
    changes: true,
    call: ({ call }, binderId) =>
      call('POST', `/${binderId}/inviteuser`, { json: { users: [{ user: { email: address() } }] } }),
  }));

test('[MEMBER-13] [HTTP-10] what cannot be invited is refused, and nobody is', async () => {
  const { otherOrg, otherPartner, sameOrg } = actors.users;
  const removedUser = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  await service.env.db.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [removedUser.id]);
  const disabledOrg = await service.make.org(owner.partnerId);
  await service.env.db.query('UPDATE orgs SET disabled_at = 1 WHERE id = $1', [disabledOrg]);
  const refuse = (user: unknown, status: number, path: string) =>
    fixture.refused(() => fixture.invite([{ user: { id: sameOrg.id } }, { user }]), status, path);
  await refuse({ email: removedUser.email }, 404, 'users[1].user');
  await refuse({ unique_id: removedUser.uniqueId, org_id: owner.orgId }, 404, 'users[1].user');
  await refuse({ unique_id: 'mistyped' }, 404, 'users[1].user');
  await refuse({ email: address(), org_id: otherPartner.orgId }, 404, 'users[1].user');
  await refuse({ email: address(), org_id: disabledOrg }, 404, 'users[1].user');
  await refuse({ unique_id: 'x', org_id: 'O0000000000000000000000' }, 404, 'users[1].user');
  for (const email of [
    'nobody',
    '@x',
    'a@',
    'a b@x.example',
    'a@x.example,b@x.example',
    'Name <a@x.example>',
    'a@x.example\r\nBcc: b@x.example',
    'a@x@y.example',
    `${'a'.repeat(250)}@x.example`,
    'a\u0000@x.example',
    5,
  ])
    await refuse({ email }, 400, 'users[1].user.email');
  const email = address();
  const twice = [{ user: { email } }, { user: { email: email.toUpperCase() }, type: 'BOARD_READ_ONLY' }];
  await fixture.refused(() => fixture.invite(twice), 400, 'users[1].type');
  const withMessage = (message: unknown) =>
    fixture.post('inviteuser', { users: [{ user: { email } }], message });
  await fixture.refused(() => withMessage('m'.repeat(1001)), 400, 'message');
  await fixture.refused(() => withMessage(5), 400, 'message');
  await fixture.refused(
    () => fixture.post('addorguser', { users: [{ user: { email } }] }),
    404,
    'users[0].user',
  );
  assert.equal((await fixture.invite([{ user: { email, org_id: otherOrg.orgId } }])).status, 200);
});

test('[MEMBER-13] an address is invited once, whatever its letters; inviting again renews it', async () => {
  const email = address();
  await fixture.invite([{ user: { email } }, { user: { email: email.toLowerCase() } }]);
  const [first] = await invited();
  service.clock.advance(20 * DAY_MS);
  assert.equal((await fixture.invite([{ user: { email }, type: 'BOARD_READ_ONLY' }])).status, 200);
  const list = await invited();
  assert.equal(list.length, 1);
  assert.deepEqual([list[0].type, list[0].created_time], ['BOARD_READ_ONLY', first.created_time]);
  assert.ok(list[0].updated_time > first.updated_time);
  service.clock.advance(29 * DAY_MS);
  assert.equal((await invited()).length, 1);
  service.clock.advance(2 * DAY_MS);
  assert.deepEqual(await invited(), [], 'expired');
  await fixture.refused(() => fixture.remove({ email }), 404, 'email');
  await deleteExpiredInvitations(service.env.db, service.clock.now());
  const rows = await service.env.db.query('SELECT FROM invitations WHERE binder_id = $1', [fixture.binderId]);
  assert.deepEqual(rows, []);
});

async function signIn(uniqueId: string, orgId = owner.orgId): Promise<string> {
  client ??= await service.make.client({ partnerId: owner.partnerId });
  const answer = await service.call('POST', '/oauth/token', {
    form: {
      client_id: client.id,
      client_secret: client.secret,
      grant_type: 'http://www.service.com/auth_uniqueid',
      uniqueid: uniqueId,
      orgid: orgId,
      timestamp: String(service.clock.now()),
    },
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.access_token;
}
let client: { id: string; secret: string } | undefined;

test('[MEMBER-14] removeuser takes an invitation back, by the owner and editors', async () => {
  await actors.check({
    expected: { ...outsiders, owner: 200, editor: 200, viewer: 403, bot: 200, reader: 403 },
    changes: true,
    async prepare(binderId) {
      const email = address();
      const json = { users: [{ user: { email } }] };
      await service.call('POST', `/${binderId}/inviteuser`, { token: owner.token, json });
      return email;
    },
    call: ({ call, user }, binderId, email) =>
      call('POST', `/${binderId}/removeuser`, {
        // Actors from another org must add the org's id.
        json: { email: email.toUpperCase(), org_id: user.orgId === owner.orgId ? undefined : owner.orgId },
      }),
  });
});

test('[MEMBER-15] an expired invitation, a deleted binder and one taken back are joined by nobody', async () => {
  const other = await createFixture(service, actors);
  const users = [{ user: { unique_id: 'crm-12', org_id: owner.orgId } }];
  for (const each of [fixture, other]) await each.invite(users);
  await service.call('DELETE', `/${other.binderId}`, { token: owner.token });
  service.clock.advance(31 * DAY_MS);
  const third = await createFixture(service, actors);
  await third.invite(users);
  await third.remove(users[0]?.user);
  const theirs = await signIn('crm-12');
  const { binders } = (await service.call('GET', '/me/binders', { token: theirs })).body.data;
  assert.deepEqual(binders, []);
});

test('[MEMBER-15] a sign-in and a withdrawal at once: one of them has it', async () => {
  for (let round = 0; round < 8; round++) {
    const unique_id = `race-${round}`;
    await fixture.invite([{ user: { unique_id, org_id: owner.orgId } }]);
    const [theirs, removal] = await Promise.all([
      signIn(unique_id),
      fixture.remove({ unique_id, org_id: owner.orgId }),
    ]);
    const { status } = await service.call('GET', `/${fixture.binderId}`, { token: theirs });
    assert.ok(removal.status === 200 ? status === 403 : status === 200, `${removal.status} ${status}`);
  }
  const ended = (await fixture.loggedChanges()).filter(({ kind }) => kind === 'invitation_ended');
  assert.equal(ended.length, 8, 'each ends once');
});

test('[MEMBER-15] someone who has become known and is added has no invitation left', async () => {
  const user = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  const { db } = service.env;
  await db.query('UPDATE users SET email = NULL WHERE id = $1', [user.id]);
  await fixture.invite([{ user: { email: user.email } }]);
  await db.query('UPDATE users SET email = $2 WHERE id = $1', [user.id, user.email]);
  await fixture.invite([{ user: { email: user.email } }]);
  assert.deepEqual(await invited(), []);
  assert.deepEqual(
    (await fixture.loggedChanges()).map(({ kind }) => kind),
    ['member_invited', 'member_added', 'invitation_ended'],
  );
});

test('[MEMBER-16] a binder has at most 200 pending invitations, and a caller invites at most 200 in an hour', async () => {
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ user: { email: `m${from + at}@many.example` } }));
  await service.env.db.query(
    `INSERT INTO invitations (binder_id, org_id, kind, key, value, role, invited_by, message, created_at, updated_at, expires_at)
     SELECT $1, $2, 'email', n || '@x.example', n || '@x.example', 'editor', $3, '', $4, $4, $5
     FROM generate_series(1, 195) n`,
    [fixture.binderId, owner.orgId, owner.id, service.clock.now(), service.clock.now() + DAY_MS],
  );
  await fixture.refused(() => fixture.invite(many(0, 6)), 412);
  assert.equal((await fixture.invite(many(0, 5))).status, 200);
  const other = await createFixture(service, actors);
  const editor = await signIn(actors.users.editor.uniqueId);
  assert.equal((await other.invite(many(0, 199), editor)).status, 200);
  const third = await createFixture(service, actors);
  const refused = await third.invite(many(0, 2), editor);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) > 60);
  assert.equal((await third.invite(many(0, 1))).status, 200, 'somebody else may go on');
});
