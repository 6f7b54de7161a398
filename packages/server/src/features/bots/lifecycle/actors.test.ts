import assert from 'node:assert/strict';
import { type Actors, type CreatedUser, createActors, outsiders } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let actors: Actors;
let orgId: string;
let partnerId: string;
beforeAll(async () => {
  actors = await createActors(service);
  ({ orgId, partnerId } = actors.users.owner);
});

const ofOrg = { owner: 200, editor: 200, viewer: 200, bot: 200, sameOrg: 200, reader: 200 };
const notAdmins = { owner: 403, editor: 403, viewer: 403, bot: 403, reader: 403, ...outsiders };

test('[BOT-8] the bots of an org are listed for those who are of it', () =>
  actors.check({
    expected: { ...outsiders, ...ofOrg },
    changes: false,
    call: (actor) => actor.call('GET', `/orgs/${orgId}/bots`),
  }));

test('[BOT-9] nobody but an admin enables a bot', () =>
  actors.check({
    expected: notAdmins,
    changes: false,
    prepare: () => service.make.botApp(partnerId),
    call: (actor, _, app) => actor.call('POST', `/orgs/${orgId}/bots/${app.id}`, { json: { enabled: true } }),
  }));

async function makeAdmin(user: CreatedUser, of: 'org' | 'partner'): Promise<CreatedUser> {
  const change = of === 'org' ? `role = 'admin'` : 'is_partner_admin = true';
  await service.env.db.query(`UPDATE users SET ${change} WHERE id = $1`, [user.id]);
  return user;
}

test('[BOT-9] admins of the org and of its partner enable, of others not; unknown orgs and bots are not found', async () => {
  const partner = { id: partnerId, orgId };
  const { make } = service;
  const otherOrg = await make.org(partnerId);
  const orgAdmin = await makeAdmin(await make.user({ partner }), 'org');
  const partnerAdmin = await makeAdmin(await make.user({ partner, orgId: otherOrg }), 'partner');
  const otherAdmin = await makeAdmin(await make.user({ partner, orgId: otherOrg }), 'org');
  const otherPartner = await makeAdmin(await make.user(), 'partner');
  const app = await make.botApp(partnerId);
  const foreign = await make.botApp(otherPartner.partnerId);
  const enable = async (by: CreatedUser, org: string, clientId: string, enabled: unknown = true) =>
    (await service.call('POST', `/orgs/${org}/bots/${clientId}`, { token: by.token, json: { enabled } }))
      .status;
  assert.equal(await enable(otherAdmin, orgId, app.id), 403);
  assert.equal(await enable(otherPartner, orgId, app.id), 403);
  assert.equal(await enable(orgAdmin, orgId, foreign.id), 404);
  assert.equal(await enable(orgAdmin, orgId, service.env.ids.next('client')), 404);
  assert.equal(await enable(orgAdmin, service.env.ids.next('org'), app.id), 404);
  assert.equal(await enable(orgAdmin, orgId, app.id, 'yes'), 400);
  assert.equal(await enable(orgAdmin, orgId, 'nobot'), 400);
  assert.equal(await enable(orgAdmin, orgId, app.id), 200);
  assert.equal(await enable(partnerAdmin, orgId, app.id, false), 200);
  assert.equal(await enable(otherAdmin, otherOrg, app.id), 200);
});
