import assert from 'node:assert/strict';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { test } from 'vitest';
import { createFixture } from './testing/fixture.ts';

test('[AUTH-13] by a client that is bound to an org nobody is an admin of the partner', async () => {
  const { db } = service.env;
  const fixture = await createFixture(service);
  const { partner, client, user } = fixture;
  await db.query(`UPDATE users SET is_partner_admin = true, role = 'admin' WHERE id = $1`, [user.id]);
  const tokenOf = async () => {
    const answer = await fixture.exchange(await fixture.code(await fixture.signedIn()));
    assert.equal(answer.status, 200);
    return answer.body.access_token as string;
  };
  const free = await tokenOf();
  await db.query('UPDATE clients SET org_id = $2 WHERE id = $1', [client.id, partner.orgId]);
  await service.env.revocations.announce(db, 'any');
  const bound = await tokenOf();
  const other = await service.make.org(partner.id);
  const paths = [
    `/partners/${partner.id}/clients`,
    `/partners/${partner.id}/audit`,
    `/partners/${partner.id}/bots`,
    `/orgs/${other}/users`,
  ];
  const statuses = async (token: string) =>
    Promise.all(paths.map(async (path) => (await service.call('GET', path, { token })).status));
  assert.deepEqual(await statuses(bound), [403, 403, 403, 403]);
  assert.equal((await service.call('GET', `/orgs/${partner.orgId}/users`, { token: bound })).status, 200);
  const promoted = await service.call('POST', `/orgs/${partner.orgId}/users/${user.id}`, {
    token: bound,
    json: { is_partner_admin: false },
  });
  assert.equal(promoted.status, 403);

  await db.query('UPDATE clients SET org_id = NULL WHERE id = $1', [client.id]);
  await service.env.revocations.announce(db, 'any');
  assert.deepEqual(await statuses(free), [200, 200, 200, 200]);
});
