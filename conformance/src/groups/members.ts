import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, pluck, refused, rows, status } from '../expect.ts';
import type { BinderFixture, Trial } from '../trial.ts';
import type { Binder } from '../types.ts';

const test = checks('members');

async function roles(t: Trial, fixture: BinderFixture): Promise<Record<string, string>> {
  const { users } = data<Binder>(await t.editor.get(fixture.path));
  return Object.fromEntries(users.map(({ type, user }) => [user.id, type]));
}

const named = (...people: object[]) => ({ users: people.map((user) => ({ user })) });
const NO_USER = `U${'0'.repeat(22)}`;

test('[MEMBER-1] inviteuser adds users of the partner, also of another org', async (t) => {
  const fixture = await t.binder();
  done(await t.owner.post(`${fixture.path}/inviteuser`, named({ id: t.sameOrg.id }, { id: t.outsider.id })));
  status(await t.outsider.get(fixture.path), 200);
  assert.equal(Object.keys(await roles(t, fixture)).length, 5);
  const crowd = Array.from({ length: 501 }, () => ({ id: t.sameOrg.id }));
  refused(await t.owner.post(`${fixture.path}/inviteuser`, named(...crowd)), 400, 'users');
  refused(await t.owner.post(`${fixture.path}/inviteuser`, { users: [] }), 400, 'users');
});

test('[MEMBER-2] addorguser and addteamuser add users of the binder’s org only', async (t) => {
  for (const path of ['addorguser', 'addteamuser']) {
    const fixture = await t.binder();
    refused(await t.owner.post(`${fixture.path}/${path}`, named({ id: t.outsider.id })), 403);
    done(await t.owner.post(`${fixture.path}/${path}`, named({ id: t.sameOrg.id })));
    assert.equal((await roles(t, fixture))[t.sameOrg.id], 'BOARD_READ_WRITE');
  }
});

test('[MEMBER-3] a user is named by id, or by unique_id or email within an org', async (t) => {
  const existingUser = t.credentials.users.find(({ email }) => email !== undefined);
  const { id, uniqueId: unique_id, orgId: org_id } = t.outsider;
  const fixture = await t.binder();
  const invite = (user: object) => t.owner.post(`${fixture.path}/inviteuser`, named(user));
  for (const user of [{ id: t.sameOrg.id }, { unique_id: t.sameOrg.uniqueId }]) {
    done(await invite(user));
    done(await t.owner.post(`${fixture.path}/removeuser`, user));
  }
  refused(await invite({ unique_id }), 404);
  done(await invite({ unique_id, org_id }));
  assert.equal((await roles(t, fixture))[id], 'BOARD_READ_WRITE');
  refused(await invite({ id: NO_USER }), 404);
  refused(await invite({ unique_id: 'nobody at all' }), 404);
  refused(await invite({ email: 'not an address' }), 400);
  refused(await invite({}), 400);
  refused(await invite({ id, unique_id, org_id }), 400);
  if (existingUser?.email === undefined) return;
  for (const user of [
    { email: existingUser.email },
    { email: existingUser.email.toUpperCase(), org_id: t.credentials.org_id },
  ]) {
    done(await invite(user));
    assert.equal((await roles(t, fixture))[existingUser.id], 'BOARD_READ_WRITE');
    done(await t.owner.post(`${fixture.path}/removeuser`, user));
  }
});

test('[MEMBER-4] a member is an editor by default, or a viewer', async (t) => {
  const fixture = await t.binder();
  const users = [{ user: { id: t.sameOrg.id } }, { user: { id: t.outsider.id }, type: 'BOARD_READ_ONLY' }];
  const seq = await fixture.seq();
  done(await t.owner.post(`${fixture.path}/inviteuser`, { users }));
  assert.deepEqual(rows(await fixture.entries(seq), 'kind', 'body'), [
    ['member_added', { user_id: t.sameOrg.id, name: t.sameOrg.name, type: 'BOARD_READ_WRITE' }],
    ['member_added', { user_id: t.outsider.id, name: t.outsider.name, type: 'BOARD_READ_ONLY' }],
  ]);
  const types = await roles(t, fixture);
  assert.deepEqual([types[t.sameOrg.id], types[t.outsider.id]], ['BOARD_READ_WRITE', 'BOARD_READ_ONLY']);
  const owner = [{ user: { id: t.sameOrg.id }, type: 'BOARD_OWNER' }];
  refused(await t.owner.post(`${fixture.path}/inviteuser`, { users: owner }), 400, 'users[0].type');
});

test('[MEMBER-5] several are added all or none; members stay as they are; only members: 409', async (t) => {
  const fixture = await t.binder();
  const before = await roles(t, fixture);
  const invite = (...people: object[]) => t.owner.post(`${fixture.path}/inviteuser`, named(...people));
  refused(await invite({ id: t.sameOrg.id }, { id: NO_USER }), 404);
  refused(await invite({ id: t.editor.id }, { id: t.viewer.id }), 409);
  assert.deepEqual(await roles(t, fixture), before);
  const seq = await fixture.seq();
  done(await invite({ id: t.viewer.id }, { id: t.owner.id }, { id: t.sameOrg.id }));
  refused(await t.editor.post(`${fixture.path}/inviteuser`, named({ id: t.owner.id })), 409);
  assert.deepEqual(await roles(t, fixture), { ...before, [t.sameOrg.id]: 'BOARD_READ_WRITE' });
  assert.deepEqual(pluck(await fixture.entries(seq), 'body'), [
    { user_id: t.sameOrg.id, name: t.sameOrg.name, type: 'BOARD_READ_WRITE' },
  ]);
});

test('[MEMBER-6] [MEMBER-10] a member is removed, and is out from the next call on', async (t) => {
  const fixture = await t.binder();
  status(await t.viewer.get(fixture.path), 200);
  const seq = await fixture.seq();
  done(await t.owner.post(`${fixture.path}/removeuser`, { unique_id: t.viewer.uniqueId }));
  assert.deepEqual(rows(await fixture.entries(seq), 'kind', 'body'), [
    ['member_removed', { user_id: t.viewer.id, name: t.viewer.name }],
  ]);
  refused(await t.viewer.get(fixture.path), 403);
  refused(await t.viewer.get(`${fixture.path}/messages`), 403);
  refused(await t.owner.post(`${fixture.path}/removeuser`, { id: t.viewer.id }), 404);
  refused(await t.owner.post(`${fixture.path}/removeuser`, { id: t.sameOrg.id }), 404);
});

test('[MEMBER-7] editors invite and remove, viewers do not', async (t) => {
  const fixture = await t.binder();
  refused(await t.viewer.post(`${fixture.path}/inviteuser`, named({ id: t.sameOrg.id })), 403);
  for (const someone of [{ id: t.editor.id }, { id: t.owner.id }, { unique_id: 'nobody at all' }])
    refused(await t.viewer.post(`${fixture.path}/removeuser`, someone), 403);
  done(await t.editor.post(`${fixture.path}/inviteuser`, named({ id: t.sameOrg.id })));
  done(await t.editor.post(`${fixture.path}/removeuser`, { id: t.sameOrg.id }));
  done(await t.editor.post(`${fixture.path}/removeuser`, { id: t.viewer.id }));
});

test('[MEMBER-8] the owner neither is removed nor leaves', async (t) => {
  const fixture = await t.binder();
  refused(await t.owner.post(`${fixture.path}/removeuser`, { id: t.owner.id }), 400);
  refused(await t.editor.post(`${fixture.path}/removeuser`, { id: t.owner.id }), 400, 'id');
  const { uniqueId: unique_id } = t.owner;
  refused(await t.owner.post(`${fixture.path}/removeuser`, { unique_id }), 400, 'unique_id');
  assert.equal((await roles(t, fixture))[t.owner.id], 'BOARD_OWNER');
});

test('[MEMBER-9] any other member may leave, a viewer too', async (t) => {
  const fixture = await t.binder();
  for (const [person, name] of [
    [t.viewer, { unique_id: t.viewer.uniqueId }],
    [t.editor, { id: t.editor.id }],
  ] as const) {
    done(await person.post(`${fixture.path}/removeuser`, name));
    refused(await person.get(fixture.path), 403);
  }
  const seq = await fixture.seq();
  done(await t.owner.post(`${fixture.path}/inviteuser`, named({ id: t.viewer.id })));
  status(await t.viewer.get(fixture.path), 200);
  const { id: user_id, name } = t.viewer;
  assert.deepEqual(rows(await fixture.entries(seq - 2), 'kind', 'actor'), [
    ['member_removed', { id: user_id, name }],
    ['member_removed', { id: t.editor.id, name: t.editor.name }],
    ['member_added', { id: t.owner.id, name: t.owner.name }],
  ]);
});

test('[MEMBER-11] the owner alone changes roles', async (t) => {
  const fixture = await t.binder();
  const change = (person: typeof t.owner, id: string, type: string) =>
    person.post(`${fixture.path}/users/${id}`, { type });
  refused(await change(t.editor, t.viewer.id, 'BOARD_READ_WRITE'), 403);
  done(await change(t.owner, t.viewer.id, 'BOARD_READ_WRITE'));
  assert.equal((await roles(t, fixture))[t.viewer.id], 'BOARD_READ_WRITE');
  await fixture.postText('as an editor', t.viewer);
  done(await change(t.owner, t.viewer.id, 'BOARD_READ_ONLY'));
  refused(await t.viewer.post(`${fixture.path}/messages`, { message: { text: 'No more' } }), 403);
  const changes = (await fixture.entries()).filter(({ kind }) => kind === 'member_changed');
  const { id: user_id, name } = t.viewer;
  assert.deepEqual(pluck(changes, 'body'), [
    { user_id, name, type: 'BOARD_READ_WRITE' },
    { user_id, name, type: 'BOARD_READ_ONLY' },
  ]);
  refused(await change(t.owner, t.sameOrg.id, 'BOARD_READ_ONLY'), 404);
  refused(await change(t.owner, t.viewer.id, 'BOARD_KING'), 400, 'type');
});

test('[MEMBER-12] the ownership is handed over, and the former owner is an editor', async (t) => {
  const first = await t.people.newcomer();
  const fixture = await t.binder(first);
  done(await first.post(`${fixture.path}/inviteuser`, named({ id: t.editor.id })));
  refused(await first.post(`${fixture.path}/users/${first.id}`, { type: 'BOARD_READ_ONLY' }), 400);
  const seq = await fixture.seq();
  done(await first.post(`${fixture.path}/users/${t.editor.id}`, { type: 'BOARD_OWNER' }));
  assert.deepEqual(rows(await fixture.entries(seq), 'kind', 'body'), [
    ['member_changed', { user_id: t.editor.id, name: t.editor.name, type: 'BOARD_OWNER' }],
    ['member_changed', { user_id: first.id, name: first.name, type: 'BOARD_READ_WRITE' }],
  ]);
  assert.deepEqual(await roles(t, fixture), {
    [first.id]: 'BOARD_READ_WRITE',
    [t.editor.id]: 'BOARD_OWNER',
  });
  refused(await first.delete(fixture.path), 403);
  done(await t.editor.delete(fixture.path));
});
