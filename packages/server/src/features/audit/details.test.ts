import assert from 'node:assert/strict';
import { expectRefusal, startService, type TestService } from '@ringbinder/testkit';
import { cloneDatabase } from '@ringbinder/testkit/database.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { migrate, readMigrations } from '../../storage/migrate.ts';
import { openDatabase } from '../../storage/pool.ts';
import { type Admins, createAdmins } from '../orgs/testing/admins.ts';
import { type AuditDetails, pickAuditFields } from './details.ts';

let service: TestService;
let admins: Admins;
beforeAll(async () => {
  service = await startService();
  admins = await createAdmins(service);
});
afterAll(() => service.close());

const post = (path: string, json: unknown) =>
  service.call('POST', path, { json, token: admins.users.partnerAdmin.token });

test('[ORG-28] what a creation answered can be written back, and no secret of it is recorded', async () => {
  const { partner, orgId, users } = admins;
  const created = {
    client: (await post(`/partners/${partner.id}/clients`, { name: 'Back' })).body.data,
    bot: (await post(`/partners/${partner.id}/bots`, { name: 'Back' })).body.data,
    org: (await post(`/partners/${partner.id}/orgs`, { name: 'Back' })).body.data,
    user: (await post(`/orgs/${orgId}/users`, { unique_id: 'back', password: 'not in the list' })).body.data,
  };
  const idp = `/partners/${partner.id}/idps`;
  const extra = { password: 'not in the list', nested: { client_secret: 'not in the list' } };
  const calls: [path: string, json: object][] = [
    [`/partners/${partner.id}/clients/${created.client.client_id}`, created.client],
    [`/partners/${partner.id}/bots/${created.bot.client_id}`, created.bot],
    [`/orgs/${created.org.id}`, { ...created.org, ...extra }],
    [`/partners/${partner.id}`, { name: 'Back', ...extra }],
    [`/orgs/${orgId}/users/${created.user.id}`, { first_name: 'Back', ...extra }],
    [`/orgs/${orgId}/users`, { unique_id: 'back-2', ...extra }],
    [`/partners/${partner.id}/clients`, { name: 'Back', client_secret: 'not in the list' }],
    [`/partners/${partner.id}/bots`, { name: 'Back', webhook_secret: 'not in the list', ...extra }],
    [`/partners/${partner.id}/clients/${created.client.client_id}/rotate`, extra],
    [`/partners/${partner.id}/bots/${created.bot.client_id}/rotate`, { secret: 'client', ...extra }],
    [`/orgs/${orgId}/bots/${created.bot.client_id}`, { enabled: true, ...extra }],
    [`/orgs/${orgId}/bots/${created.bot.client_id}/replay`, { from: 1, ...extra }],
  ];
  for (const [path, json] of calls) {
    const { status, body } = await post(path, json);
    assert.equal(status, 200, `${path} ${JSON.stringify(body)}`);
  }
  const refused = await post(idp, { name: 'Back', ...extra });
  assert.equal(refused.status, 400);
  const { entries } = (
    await service.call('GET', `/partners/${partner.id}/audit`, { token: users.partnerAdmin.token })
  ).body.data;
  assert.ok(entries.length >= calls.length + 4);
  const everything = JSON.stringify(await service.env.db.query('SELECT details FROM audit_entries'));
  for (const secret of [
    'not in the list',
    created.client.client_secret,
    created.bot.client_secret,
    created.bot.webhook_secret,
  ])
    assert.ok(!everything.includes(secret), secret);
  assert.ok(!everything.includes('_secret"') && !everything.includes('password"'));
});

test('[ORG-29] the password of a user is no field of a change: alone it is refused, beside others ignored and named', async () => {
  const { orgId, users } = admins;
  const path = `/orgs/${orgId}/users/${users.member.id}`;
  const alone = await post(path, { password: 'another password' });
  expectRefusal(alone, 400, '');
  assert.equal(alone.headers.get('ringbinder-ignored'), 'password');
  const beside = await post(path, { first_name: 'Beside', password: 'another password' });
  assert.equal(beside.status, 200);
  assert.equal(beside.headers.get('ringbinder-ignored'), 'password');
});

test('[ORG-28] only the fields of an action are written, and only plain values', () => {
  const details = { name: 'n', plan_code: '', client_secret: 's', disabled: undefined };
  assert.deepEqual(pickAuditFields('org.create', details), { name: 'n', plan_code: '' });
  assert.deepEqual(pickAuditFields('client.trust', details), {});
  assert.deepEqual(pickAuditFields('org.create', { name: { secret: 's' }, plan_code: ['a', { b: 1 }] }), {});
  const spread = { name: 'n', password: 'p' };
  const checked = <D extends object>(providedDetails: AuditDetails<'org.create', D>) => providedDetails;
  // @ts-expect-error: a field that the action does not have
  checked({ name: 'n', password: 'p' });
  // @ts-expect-error: the same field in a spread
  checked({ ...spread });
  // @ts-expect-error: an object is not a value
  checked({ name: { text: 'n' } });
  assert.deepEqual(checked({ name: 'n' }), { name: 'n' });
});

const written: [action: string, before: object, after: object][] = [
  ['user.update', { password: 'p', role: 'admin' }, { role: 'admin' }],
  ['user.update', { password: 'p' }, {}],
  [
    'user.create',
    { email: 'a@b.c', role: 'member', is_partner_admin: false },
    { email: 'a@b.c', role: 'member', is_partner_admin: false },
  ],
  ['client.create', { name: 'n', client_secret: 's', grants: ['x'] }, { name: 'n', grants: ['x'] }],
  [
    'client.enable',
    { disabled: false, client_secret: 's', client_id: 'C', created_time: 1 },
    { disabled: false },
  ],
  ['bot.withdraw', { disabled: true, webhook_secret: 'w', events: null }, { disabled: true, events: null }],
  ['bot.replay', { from: 1, replayed: 2, token: 't' }, { from: 1, replayed: 2 }],
  ['bot.rotate', { secret: 'webhook', grace_seconds: 0 }, { secret: 'webhook', grace_seconds: 0 }],
  ['org.update', { name: 'n', deep: { client_secret: 's' } }, { name: 'n' }],
  ['partner.update', { name: 'n', secret: 's' }, { name: 'n' }],
  ['client.trust', { anything: 's' }, {}],
  ['of.old', { anything: 's' }, {}],
  ['token.revoke', { user_id: 'U', client_id: 'C' }, { user_id: 'U', client_id: 'C' }],
];

test('[ORG-28] a migration removes from old entries what is not a field of their action, and stored secrets of answers', async () => {
  const empty = await cloneDatabase(null);
  const db = openDatabase(empty.connection, { max: 2 });
  try {
    const all = await readMigrations();
    const index = all.findIndex(({ name }) => name.includes('named_audit'));
    assert.ok(index > 0);
    await migrate(empty.connection, all.slice(0, index));
    await db.query('ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_partner_id_fkey');
    for (const [action, before] of written)
      await db.query(
        `INSERT INTO audit_entries (at, actor_id, partner_id, action, target, details, address)
         VALUES (1, 'U', 'P', $1, 'T', $2, '')`,
        [action, JSON.stringify(before)],
      );
    const answers = [
      { value: { client: { id: 'C' }, secret: { sealed: 'c2VhbGVk' } } },
      { value: { text: 'says "sealed": nothing' } },
    ];
    for (const [index, answer] of answers.entries())
      await db.query(
        `INSERT INTO idempotency_keys (caller, key, fingerprint, answer, created_at) VALUES ('c', $1, '', $2, 1)`,
        [String(index), JSON.stringify(answer)],
      );
    await migrate(empty.connection, all);
    const rows = await db.query<{ details: object }>('SELECT details FROM audit_entries ORDER BY id');
    assert.deepEqual(
      rows.map(({ details }) => details),
      written.map(([, , after]) => after),
    );
    const storedStored = await db.query<{ answer: unknown }>(
      'SELECT answer FROM idempotency_keys ORDER BY key',
    );
    assert.deepEqual(
      storedStored.map(({ answer }) => answer),
      [null, answers[1]],
    );
  } finally {
    await db.close();
    await empty.drop();
  }
});
