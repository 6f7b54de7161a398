import assert from 'node:assert/strict';
import { expectRefusal, followCursor, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { type Admins, createAdmins, notTheOrg, notThePartner } from '../orgs/testing/admins.ts';

let service: TestService;
let admins: Admins;
beforeAll(async () => {
  service = await startService();
  admins = await createAdmins(service);
});
afterAll(() => service.close());

interface Entry {
  action: string;
  target: string;
  target_name: string | null;
  time: number;
  details: Record<string, unknown>;
}

const get = (path: string, as?: string) => service.call('GET', path, as === undefined ? {} : { token: as });
const post = async (path: string, json: unknown, token: string) => {
  const answer = await service.call('POST', path, { json, token });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
};

test('[ORG-9] [ORG-8] each change is in the list: who, what, when, from where, and no secret', async () => {
  const { partner, orgId, users } = admins;
  const { token } = users.partnerAdmin;
  const partnerPath = `/partners/${partner.id}`;
  const created = {
    org: (await post(`${partnerPath}/orgs`, { name: 'Audited' }, token)).id,
    user: (await post(`/orgs/${orgId}/users`, { unique_id: 'au', password: 'audited password' }, token)).id,
    client: await post(`${partnerPath}/clients`, { name: 'Audited' }, token),
    bot: await post(`${partnerPath}/bots`, { name: 'Audited' }, token),
  };
  const [client, bot] = [created.client.client_id, created.bot.client_id];
  await post(`/orgs/${created.org}`, { name: 'Renamed' }, token);
  await post(`/orgs/${created.org}`, { disabled: true }, token);
  await post(`/orgs/${created.org}`, { disabled: false }, token);
  await post(`/orgs/${orgId}/users/${created.user}`, { role: 'admin' }, token);
  await post(`/orgs/${orgId}/users/${created.user}`, { disabled: true }, token);
  await post(`/orgs/${orgId}/users/${created.user}`, { disabled: false }, token);
  const rotated = await post(`${partnerPath}/clients/${client}/rotate`, {}, token);
  await post(`${partnerPath}/clients/${client}`, { name: 'Renamed' }, token);
  await post(`/orgs/${orgId}/clients/${client}`, { trusted: true }, token);
  await post(`/orgs/${orgId}/clients/${client}`, { trusted: false }, token);
  await post(`${partnerPath}/clients/${client}`, { disabled: true }, token);
  const rehooked = await post(`${partnerPath}/bots/${bot}/rotate`, { secret: 'webhook' }, token);
  await post(`${partnerPath}/bots/${bot}`, { name: 'Renamed' }, token);
  await post(`${partnerPath}/bots/${bot}`, { disabled: true }, token);
  const borrower = await service.make.user({ partner, orgId });
  const [borrowed] = (await get(`/orgs/${orgId}/tokens?user_id=${borrower.id}`, token)).body.data.tokens;
  assert.equal((await service.call('DELETE', `/orgs/${orgId}/tokens/${borrowed.id}`, { token })).status, 200);

  const { body } = await get(`${partnerPath}/audit`, token);
  const entries: Entry[] = body.data.entries.toReversed();
  assert.deepEqual(
    entries.map(({ action, target }) => [action, target]),
    [
      ['org.create', created.org],
      ['user.create', created.user],
      ['client.create', client],
      ['bot.create', bot],
      ['org.update', created.org],
      ['org.disable', created.org],
      ['org.enable', created.org],
      ['user.update', created.user],
      ['user.disable', created.user],
      ['user.enable', created.user],
      ['client.rotate', client],
      ['client.update', client],
      ['client.trust', client],
      ['client.distrust', client],
      ['client.disable', client],
      ['bot.rotate', bot],
      ['bot.update', bot],
      ['bot.withdraw', bot],
      ['token.revoke', borrowed.id],
    ],
  );
  const { id, time, ...first } = body.data.entries.at(-1);
  assert.ok(Number.isInteger(id) && Math.abs(time - service.clock.now()) < 60_000);
  assert.deepEqual(first, {
    actor: { id: users.partnerAdmin.id, name: users.partnerAdmin.name },
    org_id: created.org,
    action: 'org.create',
    target: created.org,
    target_name: 'Renamed',
    details: { name: 'Audited', plan_code: '' },
    address: '127.0.0.1',
  });
  const names = new Map(entries.map(({ action, target_name }) => [action, target_name]));
  assert.equal(names.get('client.trust'), 'Renamed');
  assert.equal(names.get('bot.withdraw'), 'Renamed');
  assert.equal(names.get('token.revoke'), borrower.name, 'whose it was');
  const everything = JSON.stringify(body);
  const secrets = [
    'audited password',
    created.client.client_secret,
    created.bot.client_secret,
    created.bot.webhook_secret,
    rotated.client_secret,
    rehooked.webhook_secret,
  ];
  for (const secret of secrets) assert.ok(!everything.includes(secret));
});

test('[ORG-9] a refused change is not in the list', async () => {
  const { orgId, users, partner } = admins;
  const count = async () =>
    (await get(`/partners/${partner.id}/audit`, users.partnerAdmin.token)).body.data.entries.length;
  const before = await count();
  const refused = await service.call('POST', `/orgs/${orgId}/users/${users.orgAdmin.id}`, {
    json: { unique_id: users.member.uniqueId },
    token: users.orgAdmin.token,
  });
  assert.equal(refused.status, 409);
  assert.equal(await count(), before);
});

test('[ORG-9] [ORG-8] [ORG-11] an org’s admins see its part, in pages, by whom, what, of what and when', async () => {
  const { orgId, users, partner } = admins;
  const path = `/orgs/${orgId}/audit`;
  await admins.check({ ...notTheOrg, partnerAdmin: 200, orgAdmin: 200, reader: 200 }, (as) => get(path, as));
  await admins.check(
    { ...notThePartner, partnerAdmin: 200, reader: 200 },
    (as) => get(`/partners/${partner.id}/audit`, as),
    'partnerAdmin',
  );
  const { token } = users.orgAdmin;
  const created = await post(`/orgs/${orgId}/users`, { unique_id: 'filtered' }, token);
  service.clock.advance(1000);
  const from = service.clock.now();
  await post(`/orgs/${orgId}/users/${created.id}`, { first_name: 'Filtered' }, token);
  const actions = async (query: string) => {
    const { status, body } = await get(`${path}?${query}`, token);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.entries.map(({ action }: Entry) => action);
  };
  assert.deepEqual(await actions(`target=${created.id}`), ['user.update', 'user.create']);
  assert.deepEqual(await actions(`target=${created.id}&action=user.create`), ['user.create']);
  assert.deepEqual(await actions(`target=${created.id}&action=user`), ['user.update', 'user.create']);
  assert.deepEqual(await actions(`target=${created.id}&action=org`), []);
  assert.deepEqual(await actions(`target=${created.id}&from=${from}`), ['user.update']);
  assert.deepEqual(await actions(`target=${created.id}&until=${from}`), ['user.create']);
  assert.deepEqual(await actions(`target=${created.id}&actor_id=${users.member.id}`), []);
  const ids: number[] = [];
  for await (const page of followCursor((cursor) => get(`${path}?limit=2${cursor}`, token)))
    ids.push(...page.entries.map(({ id }: { id: number }) => id));
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => b - a),
  );
  assert.equal(new Set(ids).size, ids.length);
  const all = (await get(path, token)).body.data.entries;
  assert.equal(all.length, ids.length);
  assert.ok(all.every(({ org_id }: { org_id: string }) => org_id === orgId));
  expectRefusal(await get(`${path}?cursor=no`, token), 400, 'cursor');
  expectRefusal(await get(`${path}?action=NO`, token), 400, 'action');
});

test('[ORG-35] an export has the entries of the filters as a table, and is in the list', async () => {
  const { orgId, users, partner } = admins;
  const path = `/orgs/${orgId}/audit/export`;
  await admins.check({ ...notTheOrg, partnerAdmin: 200, orgAdmin: 200, reader: 200 }, (as) => get(path, as));
  await admins.check(
    { ...notThePartner, partnerAdmin: 200, reader: 200 },
    (as) => get(`/partners/${partner.id}/audit/export`, as),
    'partnerAdmin',
  );
  const { token } = users.orgAdmin;
  const name = '=HYPERLINK("http://evil.example"),1';
  const { id } = await post(`/orgs/${orgId}/users`, { unique_id: 'exported', first_name: name }, token);
  service.clock.advance(1000);
  await post(`/orgs/${orgId}/users/${id}`, { language: 'de' }, token);

  const answer = await fetch(`${service.base}${path}?target=${id}&action=user.create`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment/);
  const table = Buffer.from(await answer.arrayBuffer()).toString();
  const [head, row, ...rest] = table.split('\r\n');
  assert.equal(head, '\uFEFFid,time,actor_id,actor_name,org_id,action,target,target_name,address,details');
  assert.match(row ?? '', /^\d+,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,/);
  assert.ok(row?.includes(`,user.create,${id},"'=HYPERLINK(""http://evil.example""),1",`), row);
  assert.deepEqual(rest, ['']);

  const [entry] = (await get(`/orgs/${orgId}/audit?limit=1`, token)).body.data.entries;
  assert.deepEqual(
    [entry.action, entry.target, entry.actor.id, entry.details],
    ['audit.export', orgId, users.orgAdmin.id, { of_target: id, of_action: 'user.create' }],
  );
});
