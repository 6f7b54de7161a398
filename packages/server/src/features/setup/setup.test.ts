import assert from 'node:assert/strict';
import { expectRefusal, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { setupScreen } from '../../commands/start-screen.ts';
import { checkPassword } from '../users/index.ts';
import { isSetupToken, prepareSetupLink } from './index.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ environments: ['production', 'sandbox'] });
});
afterAll(() => service.close());

const input = {
  partner_name: 'Example Partner',
  org_name: 'Example Org',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  password: 'correct horse battery',
};
const claim = (token: string, json: object = input) =>
  service.call('POST', '/setup', { json: { token, ...json } });
const tokenOf = (link: string | null) => new URL(link ?? '').searchParams.get('token') ?? '';
const empty = async () => {
  await service.env.db.query(
    'TRUNCATE partners, orgs, users, clients, token_families, access_tokens, refresh_tokens, audit_entries CASCADE',
  );
};

test('[ORG-10] [ORG-23] the set-up link makes partner, org and first admin, once', async () => {
  const link = await prepareSetupLink(service.env);
  assert.ok(link?.startsWith(`${service.origin}/setup?token=`), String(link));
  const token = tokenOf(link);
  const { status, body } = await claim(token);
  assert.equal(status, 200, JSON.stringify(body));
  const { access_token: admin, partner_id, org_id, user_id, client_id } = body.data;
  const seen = async (path: string) => (await service.call('GET', path, { token: admin })).body.data;
  assert.equal((await seen(`/partners/${partner_id}`)).name, 'Example Partner');
  assert.equal((await seen(`/partners/${partner_id}`)).default_org_id, org_id);
  assert.equal((await seen(`/orgs/${org_id}`)).name, 'Example Org');
  const [first] = (await seen(`/orgs/${org_id}/users`)).users;
  const { id, name, email, role, is_partner_admin } = first;
  assert.deepEqual(
    { id, name, email, role, is_partner_admin },
    { id: user_id, name: 'Ada Lovelace', email: input.email, role: 'admin', is_partner_admin: true },
  );
  const [client] = (await seen(`/partners/${partner_id}/clients`)).clients;
  assert.equal(client.client_id, client_id);
  const [entry] = (await seen(`/partners/${partner_id}/audit`)).entries;
  assert.equal(entry.action, 'setup.claim');
  assert.ok(!JSON.stringify(entry).includes(input.password));
  const [row] = await service.env.db.query<{ password_hash: string }>('SELECT password_hash FROM users');
  assert.ok(await checkPassword(row?.password_hash ?? '', input.password));

  assert.equal((await claim(token)).status, 403, 'used');
  assert.equal(await prepareSetupLink(service.env), null, 'no other link');
  assert.ok(!(await isSetupToken(service.env, token)));
  await empty();
});

test('[ORG-10] [ORG-23] of several claims at once one wins', async () => {
  const token = tokenOf(await prepareSetupLink(service.env));
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => claim(token, { ...input, email: `${name}@example.com` })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403, 403, 403]);
  const [row] = await service.env.db.query(
    `SELECT (SELECT count(*) FROM partners) AS partners, (SELECT count(*) FROM users) AS users`,
  );
  assert.deepEqual({ ...row }, { partners: 1, users: 1 });
  await empty();
});

test('[ORG-23] each start has another link, stored as a hash; the one before ends', async () => {
  const first = tokenOf(await prepareSetupLink(service.env));
  const second = tokenOf(await prepareSetupLink(service.env));
  assert.notEqual(first, second);
  assert.equal((await claim(first)).status, 403);
  const rows = await service.env.db.query<{ text: string }>('SELECT s::text AS text FROM setup_links s');
  assert.equal(rows.length, 1);
  assert.ok(!rows[0]?.text.includes(second));
  assert.equal((await claim('guess')).status, 403);
  for (const [change, path] of [
    [{ email: 'none' }, 'email'],
    [{ password: 'short' }, 'password'],
    [{ partner_name: '' }, 'partner_name'],
    [{ org_name: undefined }, 'org_name'],
  ] as const)
    expectRefusal(await claim(second, { ...input, ...change }), 400, path);
  assert.equal((await claim(second)).status, 200, 'a refused claim does not use it up');
  await empty();
});

test('[ORG-23] the sandbox has a link of its own', async () => {
  const { production, sandbox } = service.environments;
  assert.ok(production && sandbox);
  const links = {
    production: (await prepareSetupLink(production)) ?? '',
    sandbox: (await prepareSetupLink(sandbox)) ?? '',
  };
  assert.ok(links.sandbox.startsWith(`${service.origin}/sandbox/setup?token=`));
  assert.equal((await claim(tokenOf(links.sandbox))).status, 403, 'not in production');
  const answer = await fetch(`${service.origin}/sandbox/v1/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: tokenOf(links.sandbox), ...input }),
  });
  assert.equal(answer.status, 200);
  assert.notEqual(await prepareSetupLink(production), null, 'production is still to be set up');
  const screen = setupScreen({ setupLinks: links });
  assert.ok(screen.includes(links.production) && screen.includes(links.sandbox));
});
