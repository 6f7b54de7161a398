import assert from 'node:assert/strict';
import { type CreatedUser, followCursor, newVisitor } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { type Admins, createAdmins, notTheOrg } from '../../orgs/testing/admins.ts';

let admins: Admins;
let sessions: string;
let token: string;
beforeAll(async () => {
  admins = await createAdmins(service);
  sessions = `/orgs/${admins.orgId}/sessions`;
  token = admins.users.orgAdmin.token;
});

const password = 'a fine password';
const users = () => `/orgs/${admins.orgId}/users`;
const get = (path: string, as?: string) => service.call('GET', path, as === undefined ? {} : { token: as });
const end = (id: string, as?: string) =>
  service.call('DELETE', `${sessions}/${id}`, as === undefined ? {} : { token: as });
const makeUser = async (name: string) => {
  const json = { email: `${name}@sessions.example`, first_name: name, password };
  return (await service.call('POST', users(), { token, json })).body.data as CreatedUser;
};
const signIn = async ({ email }: { email: string }) => {
  const visitor = newVisitor(service.origin);
  const view = await visitor.submit(await visitor.get('/sign-in'), { email, password });
  assert.equal(view.status, 303, view.text);
  return visitor;
};
const isSignedIn = async (visitor: Awaited<ReturnType<typeof signIn>>) =>
  (await visitor.get('/account')).status === 200;
const listed = async (query = '') => (await get(`${sessions}?${query}`, token)).body.data.sessions;

test('[ORG-25] [ORG-8] admins see in which browsers their users are signed in, and sign them out', async () => {
  const ada = await makeUser('ada');
  const [here, there] = [await signIn(ada), await signIn(ada)];
  await admins.check({ ...notTheOrg, partnerAdmin: 200, orgAdmin: 200, reader: 200 }, (as) =>
    get(sessions, as),
  );
  const [latest, first] = await listed(`user_id=${ada.id}`);
  const { id, created_time, seen_time, expires_time, user_agent, ...rest } = first;
  assert.ok(created_time <= latest.created_time && seen_time >= created_time && expires_time > seen_time);
  assert.equal(typeof user_agent, 'string');
  assert.deepEqual(rest, { user: { id: ada.id, name: 'ada' }, method: 'password', address: '127.0.0.1' });
  for (const cookie of here.cookies.values()) assert.ok(!JSON.stringify(await listed()).includes(cookie));

  for (const [as, status] of [
    [admins.users.member.token, 403],
    [admins.users.otherOrgAdmin.token, 403],
    [admins.users.bot.token, 403],
    [admins.users.orgAdmin.readToken, 403],
    [undefined, 401],
    [token, 200],
    [token, 404],
  ] as const)
    assert.equal((await end(id, as)).status, status);
  assert.equal(await isSignedIn(here), false);
  assert.equal(await isSignedIn(there), true);
  const [entry] = (await get(`/orgs/${admins.orgId}/audit?action=session.end`, token)).body.data.entries;
  assert.deepEqual([entry.target, entry.details], [id, { user_id: ada.id }]);
});

test('[ORG-25] the token of the console ends with the session that it came from', async () => {
  const eve = await makeUser('eve');
  await service.call('POST', `${users()}/${eve.id}`, { token, json: { role: 'admin' } });
  const visitor = await signIn(eve);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const sessionToken = await service.call('POST', '/admin/session-token', {
    headers: { cookie, origin: service.origin },
  });
  const borrowed = sessionToken.body.data.access_token;
  assert.equal((await get('/me', borrowed)).status, 200);
  const [session] = await listed(`user_id=${eve.id}`);
  assert.equal((await end(session.id, token)).status, 200);
  assert.equal((await get('/me', borrowed)).status, 401);
});

test('[ORG-25] the list is given in pages, and without what has ended', async () => {
  const [ben, cleo] = [await makeUser('ben'), await makeUser('cleo')];
  for (const user of [ben, cleo, ben]) await signIn(user);
  const pages = [];
  for await (const page of followCursor((cursor) => get(`${sessions}?limit=2${cursor}`, token)))
    pages.push(...page.sessions.map((session: { id: string }) => session.id));
  assert.deepEqual(
    pages,
    (await listed()).map((session: { id: string }) => session.id),
  );
  assert.equal((await listed(`user_id=${ben.id}`)).length, 2);
  await service.env.db.query('UPDATE sessions SET seen_at = 1 WHERE user_id = $1', [ben.id]);
  assert.deepEqual(await listed(`user_id=${ben.id}`), []);
});

test('[ORG-25] a session of another org’s user is not there', async () => {
  const path = `/orgs/${admins.otherOrgId}`;
  const as = admins.users.otherOrgAdmin.token;
  const email = 'other@sessions.example';
  await service.call('POST', `${path}/users`, { token: as, json: { email, password } });
  const visitor = await signIn({ email });
  const [session] = (await get(`${path}/sessions`, as)).body.data.sessions;
  assert.equal((await end(session.id, token)).status, 404);
  assert.ok(await isSignedIn(visitor));
});

test('[ORG-13] a disabled user’s sessions end for good', async () => {
  const dora = await makeUser('dora');
  const visitor = await signIn(dora);
  for (const disabled of [true, false]) {
    await service.call('POST', `${users()}/${dora.id}`, { token, json: { disabled } });
    assert.equal(await isSignedIn(visitor), false);
  }
  await signIn(dora);
});
