import assert from 'node:assert/strict';
import { type Answer, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { deleteExpired } from '../background/housekeeping.ts';
import { type Admins, createAdmins } from '../features/orgs/testing/admins.ts';

let service: TestService;
let admins: Admins;
beforeAll(async () => {
  service = await startService();
  admins = await createAdmins(service);
});
afterAll(() => service.close());

const refused = ({ status, body }: Answer, expected: number) =>
  assert.equal(status, expected, JSON.stringify(body));

const MINUTE_MS = 60_000;
const post = (path: string, token: string, key: string, json: unknown = {}) =>
  service.call('POST', path, { token, json, headers: { 'idempotency-key': key } });

test('[IDEM-9] who was demoted or removed gets no answer of before', async () => {
  const { partner, orgId, users } = admins;
  const { partnerAdmin, orgAdmin, member } = users;
  const clients = `/partners/${partner.id}/clients`;
  const people = `/orgs/${orgId}/users`;
  const second = await service.make.user({ partner });
  await service.env.db.query('UPDATE users SET is_partner_admin = true WHERE id = $1', [second.id]);
  const third = await service.make.user({ partner, orgId });
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [third.id]);
  const client = await post(clients, second.token, 'kept', { name: 'Kept' });
  assert.equal(client.status, 200);
  assert.equal((await post(clients, second.token, 'kept', { name: 'Kept' })).status, 200);
  const json = { unique_id: 'kept' };
  assert.equal((await post(people, orgAdmin.token, 'person', json)).status, 200);

  const demote = (id: string, change: object, org: string) =>
    service.call('POST', `/orgs/${org}/users/${id}`, { token: partnerAdmin.token, json: change });
  assert.equal((await demote(second.id, { is_partner_admin: false }, partner.orgId)).status, 200);
  assert.equal((await demote(orgAdmin.id, { role: 'member' }, orgId)).status, 200);
  refused(await post(clients, second.token, 'kept', { name: 'Kept' }), 403);
  refused(await post(people, orgAdmin.token, 'person', json), 403);

  const binderId = await service.make.binder(partnerAdmin, [{ user: member, role: 'editor' }]);
  const message = { message: { text: 'said' } };
  const sentMessage = await post(`/${binderId}/messages`, member.token, 'said', message);
  assert.equal(sentMessage.status, 200);
  assert.deepEqual(
    (await post(`/${binderId}/messages`, member.token, 'said', message)).body,
    sentMessage.body,
  );
  const left = { id: member.id };
  assert.equal((await post(`/${binderId}/removeuser`, member.token, 'left', left)).status, 200);
  assert.equal((await post(`/${binderId}/removeuser`, member.token, 'left', left)).status, 200);
  refused(await post(`/${binderId}/messages`, member.token, 'said', message), 403);
});

test('[IDEM-10] an answer that holds a secret is given again for ten minutes, and is removed then', async () => {
  const { partner, users } = admins;
  const { token } = users.partnerAdmin;
  const bots = `/partners/${partner.id}/bots`;
  const ask = () => post(bots, token, 'secret', { name: 'Secret' });
  const first = await ask();
  assert.equal(first.status, 200);
  service.clock.advance(9 * MINUTE_MS);
  assert.deepEqual((await ask()).body, first.body);
  const answers = () =>
    service.env.db.query<{ answer: unknown }>(`SELECT answer FROM idempotency_keys WHERE key = 'secret'`);
  assert.ok(!JSON.stringify(await answers()).includes(first.body.data.client_secret));
  service.clock.advance(2 * MINUTE_MS);
  const late = await ask();
  refused(late, 409);
  assert.match(late.body.message, /the change was made.*no longer stored/);
  await deleteExpired(service.env);
  assert.deepEqual(await answers(), [{ answer: null }]);
  refused(await ask(), 409);
  const { bots: all } = (await service.call('GET', bots, { token })).body.data;
  assert.equal(all.filter(({ name }: { name: string }) => name === 'Secret').length, 1);
});
