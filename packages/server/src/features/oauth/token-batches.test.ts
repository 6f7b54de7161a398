import assert from 'node:assert/strict';
import type { Answer, CreatedClient, CreatedPartner } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { startFamily, UNIQUE_IDENTIFIER } from './index.ts';

let partner: CreatedPartner;
let client: CreatedClient;
beforeAll(async () => {
  partner = await service.make.partner();
  client = await service.make.client({ partnerId: partner.id });
});

const call = (form: Record<string, string>): Promise<Answer> =>
  service.call('POST', '/oauth/token', {
    form: { client_id: client.id, client_secret: client.secret, ...form },
  });
const refresh = (token: string, fields = {}) =>
  call({ grant_type: 'refresh_token', refresh_token: token, ...fields });
const askFor = (uniqueid: string, fields = {}) =>
  call({ grant_type: UNIQUE_IDENTIFIER, uniqueid, timestamp: String(service.clock.now()), ...fields });

async function authorise(scope = 'read write', as = client) {
  const user = await service.make.user({ partner, client: as });
  const tokens = await startFamily(service.env, { clientId: as.id, userId: user.id, scope });
  return { userId: user.id, refresh: tokens.refresh_token ?? '' };
}

const me = async (token: string) => (await service.call('GET', '/me', { token })).body.data;
const outcomes = (answers: Answer[]) => answers.map(({ body }) => body.error ?? body.scope);

test('[REFRESH-1] [REFRESH-4] [REFRESH-7] of refreshes at once each has its own answer, whatever becomes of the others', async () => {
  const other = await service.make.client({ partnerId: partner.id });
  const [plain, reading, foreign, disabled, spent] = await Promise.all([
    authorise(),
    authorise('read'),
    authorise('read write', other),
    authorise(),
    authorise(),
  ]);
  await service.env.db.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [disabled.userId]);
  await refresh((await refresh(spent.refresh)).body.refresh_token);
  const many = await Promise.all(Array.from({ length: 20 }, () => authorise()));
  const answers = await Promise.all([
    ...many.map((each) => refresh(each.refresh)),
    refresh(plain.refresh, { scope: 'read' }),
    refresh(reading.refresh),
    refresh(foreign.refresh),
    refresh(disabled.refresh),
    refresh(spent.refresh),
    refresh('unknown'),
    refresh(many[0]?.refresh ?? ''),
  ]);
  assert.deepEqual(outcomes(answers), [
    ...many.map(() => 'read write'),
    'read',
    'read',
    ...['invalid_grant', 'invalid_grant', 'invalid_grant', 'invalid_grant'],
    'read write',
  ]);
  assert.deepEqual(answers.at(-1)?.body, answers[0]?.body);
  for (const [index, { userId }] of many.entries()) {
    assert.equal((await me(answers[index]?.body.access_token)).id, userId);
    assert.equal((await refresh(answers[index]?.body.refresh_token)).status, 200);
  }
});

test('[UID-7] [UID-12] [UID-21] of calls at once each has its own user, new, changed, disabled or as before', async () => {
  const existingTokens = Array.from({ length: 10 }, (_, number) => `known-${number}`);
  for (const each of existingTokens) assert.equal((await askFor(each)).status, 200);
  await service.env.db.query(`UPDATE users SET disabled_at = 1 WHERE unique_id = 'known-3'`);
  const answers = await Promise.all([
    ...existingTokens.map((each) => askFor(each)),
    askFor('known-4', { firstname: 'Ada', lastname: 'Lovelace' }),
    askFor('new-1'),
    askFor('new-1', { scope: 'read' }),
    askFor('new-2', { firstname: 'Grace' }),
  ]);
  const all = ['read write', 'read write'];
  assert.deepEqual(outcomes(answers), [
    ...[...all, 'read write', 'invalid_grant', ...all, ...all, ...all],
    ...['read write', 'read write', 'read', 'read write'],
  ]);
  const people = [];
  for (const { body } of answers) people.push(body.error ? undefined : await me(body.access_token));
  assert.deepEqual(
    people.map((person) => person?.unique_id),
    [
      ...existingTokens.map((each) => (each === 'known-3' ? undefined : each)),
      'known-4',
      'new-1',
      'new-1',
      'new-2',
    ],
  );
  assert.equal(people[10]?.first_name, 'Ada');
  assert.equal(people[13]?.first_name, 'Grace');
});

test('[UID-7] a user whose row somebody is changing holds up no other', async () => {
  for (const each of ['held', 'free']) assert.equal((await askFor(each)).status, 200);
  const gate = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const change = service.env.db.transaction(async (tx) => {
    await tx.query(`UPDATE users SET disabled_at = 1 WHERE unique_id = 'held'`);
    gate.resolve();
    await release.promise;
  });
  await gate.promise;
  const waiting = askFor('held');
  const free = await Promise.all([askFor('free'), askFor('free'), askFor('free')]);
  assert.deepEqual(outcomes(free), ['read write', 'read write', 'read write']);
  release.resolve();
  await change;
  assert.equal((await waiting).body.error, 'invalid_grant');
});
