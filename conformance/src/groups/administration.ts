import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { checks } from '../check.ts';
import { data, done, listed, pluck, refused, status } from '../expect.ts';
import { type NewClient, type OrgUser, operatorOf } from '../operator.ts';
import { callerWith } from '../people.ts';
import type {} from '../types.ts';

const test = checks('administration');

type Org = { id: string; name: string; disabled: boolean };
type Entry = { time: number; actor: { id: string; name: string }; action: string; target: string };
const unique = () => `conformance-${randomBytes(6).toString('hex')}`;

test('[ORG-2] [ORG-3] [ORG-11] [ORG-12] an org is made, seen, found and renamed', async (t) => {
  const { admin, partnerId, orgId } = await operatorOf(t);
  refused(await t.owner.post(`/partners/${partnerId}/orgs`, { name: 'x' }), 403);
  for (const json of [{}, { name: '' }])
    refused(await admin.post(`/partners/${partnerId}/orgs`, json), 400, 'name');
  const name = unique();
  assert.equal(data<Org>(await admin.post(`/orgs/${orgId}`, { name })).name, name);
  const orgs = listed<Org>(await admin.get(`/partners/${partnerId}/orgs?q=${name}`));
  assert.deepEqual(pluck(orgs, 'id'), [orgId]);
  data(await t.owner.get(`/orgs/${t.owner.orgId}`));
  refused(await t.owner.get(`/orgs/${orgId}`), 403);
  const users = listed<OrgUser>(await t.viewer.get(`/orgs/${t.viewer.orgId}/users?limit=1000`));
  assert.ok(users.length > 0, 'users');
});

test('[ORG-28] [ORG-29] the audit log holds named fields, and no password', async (t) => {
  const { admin, orgId } = await operatorOf(t);
  const user = data<OrgUser>(await admin.post(`/orgs/${orgId}/users`, { unique_id: unique() }));
  const path = `/orgs/${orgId}/users/${user.id}`;
  const password = unique();
  refused(await admin.post(path, { password }), 400);
  status(await admin.post(path, { first_name: 'x', password, deep: { secret: password } }), 200);
  const list = await admin.get(`/orgs/${orgId}/audit?target=${user.id}`);
  data(list);
  assert.ok(!JSON.stringify(list.json).includes(password), 'a list without the password');
});

test('[ORG-8] nobody but admins administers', async (t) => {
  const { partnerId, orgId } = await operatorOf(t);
  const calls: [string, string, object | undefined][] = [
    ['GET', `/partners/${partnerId}`, undefined],
    ['POST', `/orgs/${orgId}`, { name: 'x' }],
    ['POST', `/orgs/${orgId}/users`, { email: 'x@example.com', first_name: 'x' }],
    ['GET', `/orgs/${orgId}/audit`, undefined],
    ['GET', `/orgs/${orgId}/tokens`, undefined],
    ['GET', `/orgs/${orgId}/usage`, undefined],
    ['GET', `/partners/${partnerId}/clients`, undefined],
  ];
  for (const [method, path, json] of calls) {
    const options = json ? { json } : {};
    refused(await t.owner.send(method, path, options), 403);
    refused(await t.nobody.send(method, path, options), 401);
  }
});

test('[ORG-9] [ORG-21] changes are in the audit log, and usage is counted by day', async (t) => {
  const { admin, partnerId, orgId } = await operatorOf(t);
  await admin.post(`/orgs/${orgId}`, { name: unique() });
  for (const path of [`/orgs/${orgId}/audit`, `/partners/${partnerId}/audit?target=${orgId}`]) {
    const entries = listed<Entry>(await admin.get(path));
    const [latest] = entries;
    assert.deepEqual([latest?.actor.id, latest?.target], [admin.id, orgId]);
  }
  const usage = data<{ days: { day: string }[] }>(await admin.get(`/orgs/${orgId}/usage?days=3`));
  assert.equal(usage.days.length, 3);
  refused(await admin.get(`/orgs/${orgId}/usage?days=367`), 400, 'days');
});

test('[ORG-35] the audit log is exported as a table', async (t) => {
  const { admin, orgId } = await operatorOf(t);
  await admin.post(`/orgs/${orgId}`, { name: unique() });
  const path = `/orgs/${orgId}/audit/export`;
  refused(await t.owner.get(path), 403);
  const table = await admin.get(`${path}?target=${orgId}`);
  status(table, 200);
  assert.ok(table.bytes.includes('\uFEFFid,time,actor_id,'), 'begins with the names of the columns');
  assert.ok(table.bytes.includes(orgId));
});

test('[MEMBER-22] an admin transfers a binder to a person of the org, who becomes a member', async (t) => {
  const { admin } = await operatorOf(t);
  const fixture = await t.binder(t.editor);
  const path = `${fixture.path}/users/${t.sameOrg.id}`;
  refused(await t.editor.post(path, { type: 'BOARD_OWNER' }), 404);
  refused(await admin.post(path, { type: 'BOARD_READ_WRITE' }), 403);
  done(await admin.post(path, { type: 'BOARD_OWNER' }));
  refused(await t.editor.delete(fixture.path), 403);
  done(await t.sameOrg.delete(fixture.path));
});

test('[OPS-21] [OPS-23] background work is listed, and run at once, for admins of the partner', async (t) => {
  const { admin, partnerId } = await operatorOf(t);
  const path = `/partners/${partnerId}/background`;
  refused(await t.owner.get(path), 403);
  const { work } = data<{ work: { name: string; kind: string; processes: number }[] }>(await admin.get(path));
  const [first] = work;
  assert.ok(first, 'some process reports background work');
  refused(await t.owner.post(`${path}/${first.name}/retry`, {}), 403);
  status(await admin.post(`${path}/${first.name}/retry`, {}), 200);
  refused(await admin.post(`${path}/no_such_work/retry`, {}), 404);
});

test('[ORG-4] [ORG-15] [ORG-16] a user is made, changed, and not twice', async (t) => {
  const { admin, orgId } = await operatorOf(t);
  const email = `${unique()}@example.com`;
  const wish = { email, first_name: 'Ada', last_name: 'Lovelace', role: 'admin' };
  const createdUser = data<OrgUser>(await admin.post(`/orgs/${orgId}/users`, wish));
  assert.deepEqual([createdUser.name, createdUser.role], ['Ada Lovelace', 'admin']);
  refused(await admin.post(`/orgs/${orgId}/users`, wish), 409);
  refused(await admin.post(`/orgs/${orgId}/users`, { ...wish, email: 'no address' }), 400, 'email');
  const path = `/orgs/${orgId}/users/${createdUser.id}`;
  assert.equal(data<OrgUser>(await admin.post(path, { last_name: 'King' })).name, 'Ada King');
  assert.equal(data<OrgUser>(await admin.get(path)).name, 'Ada King');
  for (const id of [t.owner.id, `U${'0'.repeat(22)}`]) {
    refused(await admin.get(`/orgs/${orgId}/users/${id}`), 404);
    refused(await admin.post(`/orgs/${orgId}/users/${id}`, { first_name: 'x' }), 404);
  }
  refused(await admin.post(path, {}), 400);
  const orgAdmin = await t.people.newcomer(orgId);
  const setRole = async (role: string) =>
    data(await admin.post(`/orgs/${orgId}/users/${orgAdmin.id}`, { role }));
  await setRole('admin');
  refused(await orgAdmin.post(path, { is_partner_admin: true }), 403);
  data(await orgAdmin.post(`/orgs/${orgId}/users`, { unique_id: unique() }));
  await setRole('member');
  refused(await orgAdmin.post(`/orgs/${orgId}/users`, { unique_id: unique() }), 403);
});

test('[AUTH-12] [ORG-13] [ORG-14] [ORG-20] [UID-21] who is disabled is out at once, and the last admin cannot be', async (t) => {
  const { admin, orgId } = await operatorOf(t);
  const first = await t.people.newcomer(orgId);
  const second = await t.people.newcomer(orgId);
  const change = (id: string, json: object) => admin.post(`/orgs/${orgId}/users/${id}`, json);
  data(await change(first.id, { role: 'admin' }));
  refused(await change(first.id, { role: 'member' }), 412);
  refused(await change(first.id, { disabled: true }), 412);
  assert.equal(data<OrgUser>(await change(first.id, { first_name: 'Still' })).role, 'admin');
  const tokens = listed<{ id: string; user: { id: string } }>(await admin.get(`/orgs/${orgId}/tokens`));
  const own = tokens.find(({ user }) => user.id === first.id);
  status(await admin.delete(`/orgs/${orgId}/tokens/${own?.id}`), 200);
  refused(await first.get('/me'), 401);
  status(await second.get('/me'), 200);
  assert.equal(data<OrgUser>(await change(second.id, { disabled: true })).disabled, true);
  refused(await second.get('/me'), 401);
  status(await t.people.grant({ uniqueid: second.uniqueId, orgid: orgId }), 400);
  data(await change(second.id, { disabled: false }));
  refused(await second.get('/me'), 401);
  const third = await t.people.newcomer(orgId);
  for (const disabled of [true, false]) {
    assert.equal(data<Org>(await admin.post(`/orgs/${orgId}`, { disabled })).disabled, disabled);
    refused(await third.get('/me'), 401);
  }
});

type ListedClient = { client_id: string; name: string; disabled: boolean };

test('[ORG-5] [ORG-6] [ORG-17] [ORG-18] [ORG-19] [ORG-22] [ORG-30] a client is registered, rotated and changed', async (t) => {
  const { admin, partnerId, orgId } = await operatorOf(t);
  const path = `/partners/${partnerId}/clients`;
  const wish = {
    name: unique(),
    redirect_uris: ['https://app.example.com/back'],
    origins: ['https://app.example.com'],
    grants: ['http://www.service.com/auth_uniqueid'],
  };
  const createdClient = data<NewClient>(await admin.post(path, wish));
  for (const uri of [
    'http://app.example.com/back',
    'https://app.example.com/#x',
    '/back',
    'javascript:alert(1)',
  ])
    refused(await admin.post(path, { ...wish, redirect_uris: [uri] }), 400, 'redirect_uris[0]');
  refused(await admin.post(path, { ...wish, origins: ['https://app.example.com/path'] }), 400, 'origins[0]');
  const grants = ['authorization_code', 'refresh_token'];
  const open = await admin.post(path, { ...wish, name: unique(), public: true, grants });
  const { client_id: publicId } = data<ListedClient>(open);
  assert.ok(!open.bytes.includes('client_secret'), 'no secret of a public client');
  refused(await admin.post(path, { ...wish, public: true }), 400, 'grants[0]');
  refused(await admin.post(`${path}/${publicId}/rotate`, {}), 400, 'client_id');
  const list = await admin.get(`${path}?q=${wish.name}`);
  assert.deepEqual(pluck(listed<ListedClient>(list), 'client_id'), [createdClient.client_id]);
  assert.ok(!list.bytes.includes(createdClient.client_secret), 'no secret in a list');
  const grant = (secret: string) =>
    t.people.grant({
      client_id: createdClient.client_id,
      client_secret: secret,
      orgid: orgId,
      uniqueid: unique(),
    });
  status(await grant(createdClient.client_secret), 200);
  const rotated = data<{ client_secret: string }>(
    await admin.post(`${path}/${createdClient.client_id}/rotate`, {}),
  );
  status(await grant(createdClient.client_secret), 401);
  const answer = await grant(rotated.client_secret);
  status(answer, 200);
  const { access_token: token } = answer.json as { access_token: string };
  const changed = await admin.post(`${path}/${createdClient.client_id}`, { name: 'renamed', disabled: true });
  assert.equal(data<ListedClient>(changed).disabled, true);
  refused(await callerWith(t.connection, token).get('/me'), 401);
  status(await grant(rotated.client_secret), 401);
  data(await admin.post(`${path}/${createdClient.client_id}`, { disabled: false }));
  refused(await callerWith(t.connection, token).get('/me'), 401);
  status(await grant(rotated.client_secret), 200);
  const audit = await admin.get(`/partners/${partnerId}/audit?target=${createdClient.client_id}`);
  assert.ok(!audit.bytes.includes(rotated.client_secret), 'no secret in the audit log');
  data(await admin.get(`/orgs/${orgId}/clients`));
});

test('[NOTIFY-31] [NOTIFY-32] a client has an address for notifications, and a list of its calls', async (t) => {
  const { admin, partnerId } = await operatorOf(t);
  const path = `/partners/${partnerId}/clients`;
  const wish = { name: unique(), notification_url: `https://bank.example.com/${unique()}` };
  const created = data<NewClient & { notification_secret: string }>(await admin.post(path, wish));
  assert.match(created.notification_secret, /^whsec_/);
  const list = await admin.get(`${path}?q=${wish.name}`);
  assert.ok(!list.bytes.includes(created.notification_secret), 'no secret in a list');
  const own = `${path}/${created.client_id}`;
  refused(await admin.post(own, { notification_url: 'bank' }), 400, 'notification_url');
  assert.deepEqual(
    data<{ notifications: unknown[] }>(await admin.get(`${own}/notifications`)).notifications,
    [],
  );
  refused(await t.owner.get(`${own}/notifications`), 403);
  const rotated = data<{ notification_secret: string }>(await admin.post(`${own}/notifications/rotate`, {}));
  assert.notEqual(rotated.notification_secret, created.notification_secret);
  data(await admin.post(own, { notification_url: '' }));
});

test('[ORG-18] the texts of a client replace the previous ones, and a bad one is refused by its id', async (t) => {
  const { admin, partnerId } = await operatorOf(t);
  const path = `/partners/${partnerId}/clients`;
  const texts = { 'approvals.title': { en: 'Requests', de: 'Anfragen' }, 'approval.new': { en: 'Ask' } };
  const { client_id: id } = data<NewClient>(await admin.post(path, { name: unique(), texts }));
  refused(
    await admin.post(`${path}/${id}`, { texts: { 'approvals.name': { en: 'x' } } }),
    400,
    'texts.approvals.name',
  );
  refused(
    await admin.post(`${path}/${id}`, { texts: { 'chat.title': { xx: 'x' } } }),
    400,
    'texts.chat.title.xx',
  );
  const renamed = data<{ texts: unknown }>(await admin.post(`${path}/${id}`, { name: unique() }));
  assert.deepEqual(renamed.texts, texts);
  assert.deepEqual(data<{ texts: unknown }>(await admin.post(`${path}/${id}`, { texts: {} })).texts, {});
});
