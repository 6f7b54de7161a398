import assert from 'node:assert/strict';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { read } from './client.ts';
import { emptyDirectory, removeDirectories } from './directories.ts';
import { killServers, type Ringbinder, startRingbinder } from './ringbinder.ts';

afterAll(async () => {
  await killServers();
  await removeDirectories();
});

async function linkOf(server: Ringbinder, environment: string): Promise<string> {
  const pattern = new RegExp(`^  ${environment} +(\\S+/setup\\?token=\\S+)$`, 'm');
  await until(`the link of ${environment}`, () => pattern.test(server.output()));
  return pattern.exec(server.output())?.[1] ?? '';
}

// biome-ignore lint/suspicious/noExplicitAny: what comes is what the test looks into.
async function post(address: string, json: unknown, token?: string): Promise<any> {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(json) });
  const body = (await answer.json()) as { data: unknown };
  assert.equal(answer.status, 200, JSON.stringify(body));
  return body.data;
}

test('[ORG-10] [ORG-23] from the set-up link to a binder: partner, org, user, client, token', async () => {
  const directory = await emptyDirectory();
  const settings = { NODE_ENV: 'production' };
  const first = await startRingbinder(directory, settings);
  const stale = await linkOf(first, 'Production');
  assert.notEqual(new URL(await linkOf(first, 'Sandbox')).pathname, '/setup');
  await first.stop();

  const server = await startRingbinder(directory, settings);
  const link = new URL(await linkOf(server, 'Production'));
  assert.notEqual(link.href, stale);
  const base = `${server.origin}/v1/`;
  const wish = {
    partner_name: 'Example Partner',
    org_name: 'Head Office',
    first_name: 'Ada',
    email: 'ada@example.com',
    password: 'correct horse battery',
  };
  const claim = (token: string | null) =>
    fetch(`${base}setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, ...wish }),
    });
  assert.equal((await claim(new URL(stale).searchParams.get('token'))).status, 403);
  const token = link.searchParams.get('token');
  const { partner_id, access_token: admin } = await post(`${base}setup`, { token, ...wish });
  assert.equal((await claim(token)).status, 403);

  const org = await post(`${base}partners/${partner_id}/orgs`, { name: 'Branch' }, admin);
  const user = await post(`${base}orgs/${org.id}/users`, { unique_id: 'ben', first_name: 'Ben' }, admin);
  const client = await post(
    `${base}partners/${partner_id}/clients`,
    { name: 'Intranet', grants: ['http://www.service.com/auth_uniqueid'], org_id: org.id },
    admin,
  );
  const granted = await fetch(`${base}oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'http://www.service.com/auth_uniqueid',
      client_id: client.client_id,
      client_secret: client.client_secret,
      uniqueid: 'ben',
      timestamp: String(Date.now()),
    }),
  });
  const { access_token: ben } = (await granted.json()) as { access_token: string };
  assert.equal((await read(base, ben, 'me')).id, user.id);
  const binder = await post(`${base}me/binders`, { name: 'First binder' }, ben);
  assert.equal((await read(base, ben, binder.id)).name, 'First binder');

  const actions = (await read(base, admin, `partners/${partner_id}/audit`)).entries.map(
    ({ action }: { action: string }) => action,
  );
  assert.deepEqual(actions, ['client.create', 'user.create', 'org.create', 'setup.claim']);
  await server.stop();

  const again = await startRingbinder(directory, settings);
  await linkOf(again, 'Sandbox');
  assert.doesNotMatch(again.output(), /^ {2}Production.*setup/m);
  assert.equal((await read(`${again.origin}/v1/`, ben, 'me')).id, user.id);
  await again.stop();
});
