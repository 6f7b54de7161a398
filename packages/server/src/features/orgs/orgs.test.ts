import assert from 'node:assert/strict';
import { expectRefusal, followCursor } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { type Admins, createAdmins, notThePartner } from './testing/admins.ts';

let admins: Admins;
beforeAll(async () => {
  admins = await createAdmins(service);
});

const get = (path: string, token?: string) => service.call('GET', path, token === undefined ? {} : { token });
const post = (path: string, json: unknown, token?: string, headers = {}) =>
  service.call('POST', path, { json, headers, ...(token === undefined ? {} : { token }) });

test('[ORG-3] [ORG-8] [NOTIFY-20] an admin of the partner makes an org, and nobody else', async () => {
  const path = `/partners/${admins.partner.id}/orgs`;
  await admins.check({ ...notThePartner, partnerAdmin: 200, reader: 403 }, (token) =>
    post(path, { name: 'Bank', plan_code: 'gold' }, token),
  );
  const { body } = await post(path, { name: 'Clinic' }, admins.users.partnerAdmin.token);
  const { id, created_time, ...rest } = body.data;
  assert.match(id, /^O[0-9A-Za-z]{22}$/);
  assert.ok(Number.isSafeInteger(created_time));
  assert.deepEqual(rest, {
    name: 'Clinic',
    partner_id: admins.partner.id,
    plan_code: '',
    language: 'en',
    max_bytes: null,
    max_binders: null,
    message_days: null,
    file_days: null,
    guests_by_session_key: true,
    link_previews: false,
    notifications: { mail: 'unread' },
    disabled: false,
    total_users: 0,
  });
  expectRefusal(await post(path, {}, admins.users.partnerAdmin.token), 400, 'name');
  expectRefusal(await post(path, { name: '' }, admins.users.partnerAdmin.token), 400, 'name');
});

test('[ORG-3] a retry with the same Idempotency-Key makes no second org', async () => {
  const { token } = admins.users.partnerAdmin;
  const headers = { 'idempotency-key': 'org-once' };
  const path = `/partners/${admins.partner.id}/orgs`;
  const [first, second] = await Promise.all([
    post(path, { name: 'Once' }, token, headers),
    post(path, { name: 'Once' }, token, headers),
  ]);
  assert.equal(first.body.data.id, second.body.data.id);
  assert.equal((await get(`${path}?q=once`, token)).body.data.orgs.length, 1);
});

test('[ORG-11] [ORG-8] the partner and its orgs are listed by name, searched, and given in pages', async () => {
  const path = `/partners/${admins.partner.id}/orgs`;
  const { token } = admins.users.partnerAdmin;
  for (const name of ['Zebra List', 'alpha list', 'Beta List']) await post(path, { name }, token);
  const results = [];
  for await (const { orgs } of followCursor((cursor) => get(`${path}?q=LIST&limit=2${cursor}`, token)))
    results.push(orgs.map((org: { name: string }) => org.name));
  assert.deepEqual(results, [['alpha list', 'Beta List'], ['Zebra List']]);
  await admins.check(
    { ...notThePartner, partnerAdmin: 200, reader: 200 },
    (token) => get(path, token),
    'partnerAdmin',
  );
  await admins.check(
    { ...notThePartner, partnerAdmin: 200, reader: 200 },
    (token) => get(`/partners/${admins.partner.id}`, token),
    'partnerAdmin',
  );
  const { body } = await get(`/partners/${admins.partner.id}`, token);
  assert.equal(body.data.default_org_id, admins.partner.orgId);
  expectRefusal(await get(`${path}?cursor=xx`, token), 400, 'cursor');
});

test('[ORG-24] [ORG-8] a partner is renamed, and given another org of its own, by its admins', async () => {
  const path = `/partners/${admins.partner.id}`;
  await admins.check({ ...notThePartner, partnerAdmin: 200, reader: 403 }, (token) =>
    post(path, { name: 'New name' }, token),
  );
  const { token } = admins.users.partnerAdmin;
  const { body } = await post(path, { default_org_id: admins.otherOrgId }, token);
  assert.deepEqual(
    { name: body.data.name, own: body.data.default_org_id },
    { name: 'New name', own: admins.otherOrgId },
  );
  expectRefusal(
    await post(path, { default_org_id: admins.users.otherPartnerAdmin.orgId }, token),
    404,
    'default_org_id',
  );
  assert.equal((await post(path, {}, token)).status, 400);
  await post(path, { default_org_id: admins.partner.orgId }, token);
});

test('[ORG-2] [ORG-8] an org is shown to its users, and more of it to its admins', async () => {
  const path = `/orgs/${admins.orgId}`;
  await admins.check(
    {
      partnerAdmin: 200,
      orgAdmin: 200,
      member: 200,
      bot: 200,
      reader: 200,
      otherOrgAdmin: 403,
      otherPartnerAdmin: 403,
      nobody: 401,
    },
    (token) => get(path, token),
  );
  const seen = (await get(path, admins.users.member.token)).body.data;
  assert.deepEqual(seen, { id: admins.orgId, name: 'Org', partner_id: admins.partner.id });
  const { total_users, disabled } = (await get(path, admins.users.orgAdmin.token)).body.data;
  assert.deepEqual({ total_users, disabled }, { total_users: 2, disabled: false });
  assert.equal((await get('/orgs/O0000000000000000000000', admins.users.member.token)).status, 404);
  assert.equal((await get('/orgs/nonsense', admins.users.member.token)).status, 400);
});

test('[ORG-12] [ORG-8] an org is renamed by its admins; plan and state are for the partner’s', async () => {
  const path = `/orgs/${admins.orgId}`;
  await admins.check({ ...notThePartner, orgAdmin: 200, partnerAdmin: 200, reader: 403 }, (token) =>
    post(path, { name: 'Renamed' }, token),
  );
  await admins.check({ ...notThePartner, partnerAdmin: 200, reader: 403 }, (token) =>
    post(path, { plan_code: 'silver' }, token),
  );
  await admins.check({ ...notThePartner, partnerAdmin: 200, reader: 403 }, (token) =>
    post(path, { disabled: false }, token),
  );
  const { name, plan_code } = (await get(path, admins.users.orgAdmin.token)).body.data;
  assert.deepEqual({ name, plan_code }, { name: 'Renamed', plan_code: 'silver' });
  assert.equal((await post(path, {}, admins.users.orgAdmin.token)).status, 400);
});

test('[ORG-14] the org of the partner’s last admin cannot be disabled', async () => {
  const path = `/orgs/${admins.partner.orgId}`;
  const refused = await post(path, { disabled: true }, admins.users.partnerAdmin.token);
  assert.equal(refused.status, 412, JSON.stringify(refused.body));
  assert.equal((await get(path, admins.users.partnerAdmin.token)).body.data.disabled, false);
});
