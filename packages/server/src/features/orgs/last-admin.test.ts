import assert from 'node:assert/strict';
import type { CreatedUser } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { type Admins, createAdmins } from './testing/admins.ts';

let admins: Admins;
beforeAll(async () => {
  admins = await createAdmins(service);
});

const change = ({ orgId, id }: CreatedUser, json: object, { token }: CreatedUser) =>
  service.call('POST', `/orgs/${orgId}/users/${id}`, { token, json });

test('[ORG-14] the last admin of a partner is neither demoted nor disabled', async () => {
  const { partnerAdmin } = admins.users;
  for (const json of [{ is_partner_admin: false }, { disabled: true }])
    assert.equal((await change(partnerAdmin, json, partnerAdmin)).status, 412);
});

test('[ORG-14] an admin of the partner in a disabled org does not count as one', async () => {
  const { make, env } = service;
  const { partner, users } = admins;
  const asleep = await make.user({ partner, orgId: await make.org(partner.id) });
  await env.db.query('UPDATE users SET is_partner_admin = true WHERE id = $1', [asleep.id]);
  await env.db.query('UPDATE orgs SET disabled_at = 1 WHERE id = $1', [asleep.orgId]);
  assert.equal((await change(users.partnerAdmin, { disabled: true }, users.partnerAdmin)).status, 412);
});

test('[ORG-14] two admins that demote each other at once: one stays', async () => {
  const { make, env } = service;
  const { partner } = admins;
  const client = await make.client({ partnerId: partner.id });
  for (let round = 0; round < 5; round++) {
    const orgId = await make.org(partner.id);
    const pair = [await make.user({ partner, client, orgId }), await make.user({ partner, client, orgId })];
    const [one, two] = pair as [CreatedUser, CreatedUser];
    await env.db.query(`UPDATE users SET role = 'admin' WHERE org_id = $1`, [orgId]);
    const answers = await Promise.all([
      change(one, { role: 'member' }, admins.users.partnerAdmin),
      change(two, { disabled: true }, admins.users.partnerAdmin),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412]);
    const left = await env.db.query(
      `SELECT id FROM users WHERE org_id = $1 AND role = 'admin' AND disabled_at IS NULL`,
      [orgId],
    );
    assert.equal(left.length, 1);
  }
});

test('[ORG-14] two orgs of the partner’s two admins, disabled at once: one stays', async () => {
  const { make, env } = service;
  const partner = await make.partner();
  const client = await make.client({ partnerId: partner.id });
  const here = await make.user({ partner, client });
  const there = await make.user({ partner, client, orgId: await make.org(partner.id) });
  await env.db.query('UPDATE users SET is_partner_admin = true WHERE partner_id = $1', [partner.id]);
  const disable = (orgId: string, { token }: CreatedUser) =>
    service.call('POST', `/orgs/${orgId}`, { token, json: { disabled: true } });
  const answers = await Promise.all([disable(here.orgId, there), disable(there.orgId, here)]);
  const [done, refused] = answers.map(({ status }) => status).sort();
  assert.equal(done, 200);
  assert.ok(refused === 412 || refused === 401, String(refused));
  const left = await env.db.query('SELECT FROM orgs WHERE id = ANY($1) AND disabled_at IS NULL', [
    [here.orgId, there.orgId],
  ]);
  assert.equal(left.length, 1);
});
