import assert from 'node:assert/strict';
import { type CreatedUser, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { type Revoked, watchRevocations } from './revocations.ts';

let here: TestService;
let there: TestService;
let user: CreatedUser;
beforeAll(async () => {
  here = await startService();
  there = await startService({ beside: here });
  user = await here.make.user();
});
afterAll(async () => {
  await there.close();
  await here.close();
});

const statusOf = async (service: TestService, token: string) =>
  (await service.call('GET', '/me', { token })).status;

async function warm(token: string): Promise<void> {
  for (const service of [here, there]) assert.equal(await statusOf(service, token), 200);
}

test('[AUTH-11] a token that one process revokes ends in the others', async () => {
  await warm(user.token);
  await here.call('POST', '/oauth/revoke', { form: { access_token: user.token } });
  assert.equal(await statusOf(here, user.token), 401, 'here at once');
  await until('the token ends there', async () => (await statusOf(there, user.token)) === 401);
});

const changes: [string, string, string][] = [
  ['user', 'UPDATE users SET disabled_at = 1 WHERE id = $1', 'id'],
  ['org', 'UPDATE orgs SET disabled_at = 1 WHERE id = $1', 'orgId'],
  [
    'client',
    'UPDATE clients SET disabled_at = 1 WHERE id IN (SELECT client_id FROM access_tokens WHERE user_id = $1)',
    'id',
  ],
];
for (const [what, change, key] of changes) {
  test(`[AUTH-12] disabling ${what === 'org' ? 'an' : 'a'} ${what} stops its tokens in every process`, async () => {
    const disabled = await here.make.user();
    const other = await here.make.user();
    await warm(disabled.token);
    await warm(other.token);
    await here.env.db.transaction(async (tx) => {
      await tx.query(change, [disabled[key as 'id' | 'orgId']]);
      await here.env.revocations.announce(tx, 'any');
    });
    assert.equal(await statusOf(here, disabled.token), 401, 'here at once');
    await until('the token ends there', async () => (await statusOf(there, disabled.token)) === 401);
    await warm(other.token);
  });
}

test('what a transaction announces counts when it has committed, and not when it has not', async () => {
  const received: Revoked[] = [];
  here.env.revocations.subscribe((revoked) => received.push(revoked));
  await assert.rejects(
    here.env.db.transaction(async (tx) => {
      await here.env.revocations.announce(tx, { token: 'never' });
      throw new Error('taken back');
    }),
    /taken back/,
  );
  await here.env.revocations.announce(here.env.db, { token: 'now' });
  assert.deepEqual(received[0], { token: 'now' });
  assert.ok(
    !received.some((revoked) => revoked !== 'any' && 'token' in revoked && revoked.token === 'never'),
  );
});

test('a notification that is lost is made up for by the counter, and then nothing is taken for known', async (t) => {
  const connection = here.shared.databases[0]?.connection;
  assert.ok(connection);
  const received: Revoked[] = [];
  const errors: Error[] = [];
  const { db } = here.env;
  const watch = await watchRevocations(connection, db, (error) => errors.push(error));
  t.onTestFinished(() => watch.close());
  watch.subscribe((revoked) => received.push(revoked));
  const listeners = () =>
    db.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'ringbinder revocations' AND datname = current_database()`,
    );
  await until('three listen', async () => (await listeners()).length === 3);
  await db.query(`UPDATE settings SET value = to_jsonb(value::bigint + 1) WHERE name = 'revocations'`);
  await until('the counter is read', () => received.includes('any'));
  await db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ringbinder revocations' AND datname = current_database()`,
  );
  await until('all listen again', async () => errors.length > 0 && (await listeners()).length === 3);
  const before = received.length;
  await here.env.revocations.announce(db, { token: 'after' });
  await until('it is heard', () =>
    received
      .slice(before)
      .some((revoked) => revoked === 'any' || ('token' in revoked && revoked.token === 'after')),
  );
});

test('whoever cannot read the counter does not call itself current', async (t) => {
  const connection = here.shared.databases[0]?.connection;
  assert.ok(connection);
  let works = true;
  const db = {
    query: async () => {
      if (!works) throw new Error('away');
      return [];
    },
  } as unknown as typeof here.env.db;
  const watch = await watchRevocations(connection, db, () => undefined);
  t.onTestFinished(() => watch.close());
  assert.equal(watch.isCurrent(), true);
  works = false;
  await until('it is no longer current', () => !watch.isCurrent());
  works = true;
  await until('it is current again', () => watch.isCurrent());
});
