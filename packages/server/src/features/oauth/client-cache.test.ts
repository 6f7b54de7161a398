import assert from 'node:assert/strict';
import { type CreatedClient, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import type { Revoked } from '../../storage/revocations.ts';
import { createClientAuthentication } from './client.ts';
import { UNIQUE_IDENTIFIER } from './index.ts';

let here: TestService;
let there: TestService;
let partner: { id: string; orgId: string };
let token: string;
beforeAll(async () => {
  here = await startService();
  there = await startService({ beside: here });
  partner = await here.make.partner();
  const admin = await here.make.user({ partner });
  await here.env.db.query('UPDATE users SET is_partner_admin = true WHERE id = $1', [admin.id]);
  token = admin.token;
});
afterAll(async () => {
  await there.close();
  await here.close();
});

type Credentials = Pick<CreatedClient, 'id' | 'secret'>;

const ask = (service: TestService, { id, secret }: Credentials) =>
  service.call('POST', '/oauth/token', {
    form: {
      client_id: id,
      client_secret: secret,
      grant_type: UNIQUE_IDENTIFIER,
      uniqueid: 'somebody',
      timestamp: String(service.clock.now()),
    },
  });
const errorOf = async (service: TestService, credentials: Credentials) =>
  (await ask(service, credentials)).body.error;
const administer = async (path: string, json: object) => {
  const answer = await here.call('POST', `/partners/${partner.id}${path}`, { token, json });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
};

async function warmClient(): Promise<CreatedClient> {
  const client = await here.make.client({ partnerId: partner.id });
  for (const service of [here, there]) assert.equal((await ask(service, client)).status, 200);
  return client;
}

test('[TOKEN-13] a client that is known costs no look-up', async () => {
  const client = await warmClient();
  await here.env.db.query(`UPDATE clients SET grants = '{}' WHERE id = $1`, [client.id]);
  assert.equal((await ask(here, client)).status, 200);
});

test('[TOKEN-13] a secret that was rotated ends at once here, and in the other process', async () => {
  const client = await warmClient();
  const { client_secret: secret } = await administer(`/clients/${client.id}/rotate`, {});
  assert.equal(await errorOf(here, client), 'invalid_client');
  assert.equal((await ask(here, { ...client, secret })).status, 200);
  await until('it ends there', async () => (await errorOf(there, client)) === 'invalid_client');
  assert.equal((await ask(there, { ...client, secret })).status, 200);
});

test('[TOKEN-13] a new secret counts at once everywhere while the old one goes on, and the old one ends by the clock', async () => {
  const client = await warmClient();
  const rotated = await administer(`/clients/${client.id}/rotate`, { grace_seconds: 60 });
  const renewed = { ...client, secret: rotated.client_secret };
  assert.equal((await ask(here, renewed)).status, 200);
  await until('it counts there', async () => (await ask(there, renewed)).status === 200);
  for (const service of [here, there]) assert.equal((await ask(service, client)).status, 200);
  here.clock.advance(61_000);
  assert.equal(await errorOf(here, client), 'invalid_client');
});

test('[TOKEN-13] a client that was disabled gets no token, here at once, and counts again when it is enabled', async () => {
  const client = await warmClient();
  await administer(`/clients/${client.id}`, { disabled: true });
  assert.equal(await errorOf(here, client), 'invalid_client');
  await until('it ends there', async () => (await errorOf(there, client)) === 'invalid_client');
  await administer(`/clients/${client.id}`, { disabled: false });
  for (const service of [here, there]) assert.equal((await ask(service, client)).status, 200);
});

test('[TOKEN-13] a grant or a scope taken from a client is gone at once', async () => {
  const client = await warmClient();
  await administer(`/clients/${client.id}`, { scope: 'read' });
  assert.equal((await ask(here, client)).body.scope, 'read');
  await until('there too', async () => (await ask(there, client)).body.scope === 'read');
  await administer(`/clients/${client.id}`, { grants: ['refresh_token'] });
  assert.equal(await errorOf(here, client), 'unauthorized_client');
  await until('there too', async () => (await errorOf(there, client)) === 'unauthorized_client');
});

test('[TOKEN-13] another default org of the partner is used at once', async () => {
  const client = await warmClient();
  const org = await here.make.org(partner.id);
  await administer('', { default_org_id: org });
  for (const service of [here, there]) {
    await until('the new org is used', async () => {
      const { body } = await ask(service, client);
      return (await service.call('GET', '/me', { token: body.access_token })).body.data.org_id === org;
    });
  }
});

test('[TOKEN-13] what was looked up before a change is not kept after it', async () => {
  const client = await here.make.client({ partnerId: partner.id });
  const begun = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  let lookUps = 0;
  const db = {
    ...here.env.db,
    async query(text: string, values: unknown[]) {
      const rows = await here.env.db.query(text, values);
      if (lookUps++ === 0) {
        begun.resolve();
        await answered.promise;
      }
      return rows;
    },
  } as typeof here.env.db;
  const listeners: ((revoked: Revoked) => void)[] = [];
  const revocations = {
    ...here.env.revocations,
    subscribe: (listener: (revoked: Revoked) => void) => void listeners.push(listener),
  };
  const authenticate = createClientAuthentication({ ...here.env, db, revocations });
  const values = new Map(Object.entries({ client_id: client.id, client_secret: client.secret }));
  const parameters = {
    namedClient: client.id,
    optional: (name: string) => values.get(name),
    required: (name: string) => values.get(name) ?? '',
  };
  const slow = authenticate(parameters);
  await begun.promise;
  for (const listener of listeners) listener('any');
  answered.resolve();
  await slow;
  await authenticate(parameters);
  assert.equal(lookUps, 2, 'looked up anew');
  await authenticate(parameters);
  assert.equal(lookUps, 2, 'and kept then');
});
