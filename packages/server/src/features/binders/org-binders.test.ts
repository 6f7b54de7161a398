import assert from 'node:assert/strict';
import { expectRefusal, followCursor, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { type Admins, createAdmins, notTheOrg } from '../orgs/testing/admins.ts';

let service: TestService;
let admins: Admins;
beforeAll(async () => {
  service = await startService();
  admins = await createAdmins(service);
});
afterAll(() => service.close());

const get = (path: string, token = admins.users.orgAdmin.token) => service.call('GET', path, { token });

test('[ORG-27] the admins of an org and of its partner list its binders, and nobody else', async () => {
  const { orgId, users } = admins;
  const expected = { ...notTheOrg, orgAdmin: 200, partnerAdmin: 200, reader: 200 };
  const user = users.member.email;
  for (const path of [`/orgs/${orgId}/binders`, `/${orgId}/binders`])
    await admins.check(expected, (token) => service.call('GET', path, token ? { token } : {}), 'orgAdmin');
  for (const path of [`/orgs/${orgId}/users/${user}/binders`, `/${orgId}/users/${user}/binders`])
    await admins.check(expected, (token) => service.call('GET', path, token ? { token } : {}), 'orgAdmin');
});

test('[ORG-27] they see what binders are called, whose they are and how large, and nothing of what is in them', async () => {
  const { make } = service;
  const { users, orgId, otherOrgId } = admins;
  const first = await make.binder(users.member, [{ user: users.otherOrgAdmin, role: 'viewer' }]);
  service.clock.advance(10);
  const second = await make.binder(users.orgAdmin);
  service.clock.advance(10);
  const deleted = await make.binder(users.member);
  await service.call('DELETE', `/${deleted}`, { token: users.member.token });
  const ofOther = await make.binder(users.otherOrgAdmin, [{ user: users.member, role: 'viewer' }]);
  const { body } = await get(`/orgs/${orgId}/binders`);
  const [entry, ...others] = body.data.binders;
  const { created_time, updated_time, ...rest } = entry.binder;
  assert.deepEqual(rest, {
    id: first,
    name: 'Test binder',
    conversation: false,
    owner: { id: users.member.id, name: users.member.name },
    total_members: 2,
    total_pages: 0,
  });
  assert.ok(updated_time >= created_time);
  const idsOf = (entries: { binder: { id: string } }[]) => entries.map(({ binder }) => binder.id);
  assert.deepEqual(idsOf(others), [second]);
  const walked: string[] = [];
  for await (const data of followCursor((cursor) => get(`/orgs/${orgId}/binders?limit=1${cursor}`)))
    walked.push(...idsOf(data.binders));
  assert.deepEqual(walked, [first, second]);

  const ofMember = async (user: string, org = orgId) =>
    idsOf((await get(`/orgs/${org}/users/${user}/binders`, users.partnerAdmin.token)).body.data.binders);
  assert.deepEqual(await ofMember(users.member.email.toUpperCase()), [first]);
  assert.deepEqual(await ofMember(users.member.id), [first]);
  assert.deepEqual(await ofMember(encodeURIComponent(users.orgAdmin.email)), [second]);
  assert.deepEqual(await ofMember(users.otherOrgAdmin.email, otherOrgId), [ofOther]);
});

test('[ORG-27] an org or a user of another org is 404, what names neither 400, and a page that is none 400', async () => {
  const { orgId, users } = admins;
  const { token } = users.partnerAdmin;
  assert.equal((await get('/orgs/O0000000000000000000000/binders', token)).status, 404);
  assert.equal((await get(`/orgs/${orgId}/users/${users.otherOrgAdmin.email}/binders`, token)).status, 404);
  assert.equal((await get(`/orgs/${orgId}/users/${users.otherOrgAdmin.id}/binders`, token)).status, 404);
  assert.equal((await get(`/orgs/${orgId}/users/nobody@test.example/binders`, token)).status, 404);
  expectRefusal(await get(`/orgs/${orgId}/users/nobody/binders`), 400, 'user');
  expectRefusal(await get('/orgs/O1/binders'), 400, 'org_id');
  expectRefusal(await get('/O1/binders'), 400, 'org_id');
  expectRefusal(await get(`/orgs/${orgId}/binders?limit=0`), 400, 'limit');
  expectRefusal(await get(`/orgs/${orgId}/binders?cursor=x`), 400, 'cursor');
});

test('[ORG-27] binders are found by a part of their name or of their owner’s, who may be disabled', async () => {
  const { users, orgId, partner } = admins;
  const leaving = await service.make.user({ partner, orgId, name: 'Zoë Straßer' });
  const { id } = (
    await service.call('POST', '/me/binders', { token: leaving.token, json: { name: 'Loan 4711' } })
  ).body.data;
  const found = async (q: string) =>
    (await get(`/orgs/${orgId}/binders?q=${encodeURIComponent(q)}`)).body.data.binders.map(
      ({ binder }: { binder: { id: string; owner: object } }) => [binder.id, binder.owner],
    );
  const owner = { id: leaving.id, name: leaving.name };
  for (const q of ['loan 47', 'zoe', 'STRASSER']) assert.deepEqual(await found(q), [[id, owner]], q);
  assert.deepEqual(await found('4712'), []);
  await service.call('POST', `/orgs/${orgId}/users/${leaving.id}`, {
    token: users.orgAdmin.token,
    json: { disabled: true },
  });
  assert.deepEqual(await found('4711'), [[id, { ...owner, unavailable: 'disabled' }]]);
});
