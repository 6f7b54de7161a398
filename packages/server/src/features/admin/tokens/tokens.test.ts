import assert from 'node:assert/strict';
import { type CreatedUser, followCursor } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { type Admins, createAdmins, notTheOrg } from '../../orgs/testing/admins.ts';

let admins: Admins;
let tokens: string;
let token: string;
let user: CreatedUser;
beforeAll(async () => {
  admins = await createAdmins(service);
  tokens = `/orgs/${admins.orgId}/tokens`;
  token = admins.users.orgAdmin.token;
  user = await service.make.user({ partner: admins.partner, orgId: admins.orgId });
});

const get = (path: string, as?: string) => service.call('GET', path, as === undefined ? {} : { token: as });
const end = (id: string, as?: string) =>
  service.call('DELETE', `${tokens}/${id}`, as === undefined ? {} : { token: as });
const ofUser = async ({ id } = user) =>
  (await get(`${tokens}?user_id=${id}`, token)).body.data.tokens as {
    id: string;
    type: string;
    scope: string;
  }[];
const signIn = async () => {
  const client = await service.make.client({ partnerId: admins.partner.id });
  const { body } = await service.call('POST', '/oauth/token', {
    form: {
      grant_type: 'http://www.service.com/auth_uniqueid',
      client_id: client.id,
      client_secret: client.secret,
      uniqueid: user.uniqueId,
      orgid: admins.orgId,
      timestamp: String(service.clock.now()),
    },
  });
  return { client, token: body.access_token as string };
};

test('[ORG-20] [ORG-8] admins see what lets clients act for their users, and never a token', async () => {
  const signedIn = await signIn();
  await admins.check({ ...notTheOrg, partnerAdmin: 200, orgAdmin: 200, reader: 200 }, (as) =>
    get(tokens, as),
  );
  const listed = await ofUser();
  assert.deepEqual(listed.map(({ type }) => type).sort(), ['access_token', 'authorization', 'authorization']);
  const { client, ...rest } = listed.find(({ type }) => type === 'access_token') as unknown as Record<
    string,
    unknown
  >;
  assert.deepEqual(client, { id: signedIn.client.id, name: 'Test client' });
  assert.deepEqual(rest.user, { id: user.id, name: user.name });
  const { body } = await get(`${tokens}?client_id=${signedIn.client.id}`, token);
  assert.equal(body.data.tokens.length, 1);
  const find = async (q: string) =>
    (await get(`${tokens}?${new URLSearchParams({ q })}`, token)).body.data.tokens;
  assert.deepEqual(
    (await find(user.name.toUpperCase())).map(({ id }: { id: string }) => id),
    listed.map(({ id }) => id),
  );
  assert.deepEqual(await find('nobody%'), []);
  assert.equal((await get(`${tokens}?q=%00`, token)).status, 400);
  const everything = JSON.stringify((await get(tokens, token)).body);
  for (const secret of [signedIn.token, user.token, user.readToken, user.refreshToken])
    assert.ok(!everything.includes(secret));
  for (const { id } of listed) assert.equal((await get('/me', id)).status, 401, 'an id opens nothing');
});

test('[ORG-20] the list is given in pages, the latest first, without what has expired', async () => {
  const all = [];
  for await (const page of followCursor((cursor) => get(`${tokens}?limit=2${cursor}`, token)))
    all.push(...page.tokens);
  const times = all.map(({ created_time }) => created_time);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
  );
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  const other = await service.make.user({ partner: admins.partner, orgId: admins.orgId });
  assert.equal((await ofUser(other)).length, 2);
  await service.env.db.query(`UPDATE access_tokens SET expires_at = 1 WHERE user_id = $1`, [other.id]);
  await service.env.db.query(
    `UPDATE refresh_tokens SET expires_at = 1 WHERE family_id IN (SELECT id FROM token_families WHERE user_id = $1)`,
    [other.id],
  );
  assert.deepEqual(await ofUser(other), []);
});

test('[ORG-20] [ORG-8] what an admin ends is ended at once', async () => {
  const signedIn = await signIn();
  assert.equal((await get('/me', signedIn.token)).status, 200);
  assert.equal((await get('/me', user.token)).status, 200);
  for (const { id } of await ofUser()) {
    for (const [as, status] of [
      [admins.users.member.token, 403],
      [admins.users.otherOrgAdmin.token, 403],
      [admins.users.orgAdmin.readToken, 403],
      [undefined, 401],
      [token, 200],
      [token, 404],
    ] as const)
      assert.equal((await end(id, as)).status, status);
  }
  assert.equal((await get('/me', signedIn.token)).status, 401);
  assert.equal((await get('/me', user.token)).status, 401);
  assert.deepEqual(await ofUser(), []);
  assert.equal((await end('nonsense', token)).status, 400);
});

test('[ORG-20] what belongs to a user of another org is not there', async () => {
  const elsewhere = `/orgs/${admins.otherOrgId}/tokens`;
  const [first] = (await get(elsewhere, admins.users.otherOrgAdmin.token)).body.data.tokens;
  assert.equal((await end(first.id, token)).status, 404);
  assert.equal((await get('/me', admins.users.otherOrgAdmin.token)).status, 200);
});
