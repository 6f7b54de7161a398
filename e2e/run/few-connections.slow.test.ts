import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runOn, sharedServer } from '@ringbinder/testkit/database.ts';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { assertNothingLost } from './assert-nothing-lost.ts';
import { tokenOf } from './client.ts';
import { emptyDirectory, removeDirectories } from './directories.ts';
import { postMessages } from './posting.ts';
import { killServers, startRingbinder } from './ringbinder.ts';
import { newSharedDatabase } from './shared-database.ts';

const database = newSharedDatabase('few');
const role = `few_${randomBytes(4).toString('hex')}`;
const asAdmin = (statement: string) => runOn(sharedServer(), statement);
await asAdmin(`CREATE ROLE ${role} LOGIN CREATEDB PASSWORD 'few'`);

afterAll(async () => {
  await killServers();
  await database.drop();
  await asAdmin(`DROP ROLE ${role}`);
  await removeDirectories();
});

function urlOfRole(): string {
  const url = new URL(database.url);
  if (url.searchParams.has('user')) url.searchParams.set('user', role);
  else {
    url.username = role;
    url.password = 'few';
  }
  return url.href;
}

test('[LOAD-6] while PostgreSQL has no connections left, calls are 503 with Retry-After, /readyz too, the log says what to set; it recovers by itself, and nothing acknowledged is lost', async () => {
  const settings = { DATABASE_URL: urlOfRole(), CALLS_PER_MINUTE: '1000000' };
  const server = await startRingbinder(await emptyDirectory(), settings);
  const demo = await server.demo();
  const target = { base: demo.base_url, token: await tokenOf(demo), binder: demo.binder_id };
  let isEnough = false;
  const { tally, done } = await postMessages(target, 4, () => isEnough);
  await until('50 messages', () => tally.acknowledged.size >= 50);
  const readiness = async () => {
    const answer = await fetch(`${server.origin}/readyz`);
    await answer.arrayBuffer();
    return answer.status;
  };
  assert.equal(await readiness(), 200);

  await asAdmin(`ALTER ROLE ${role} CONNECTION LIMIT 0`);
  await asAdmin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`);
  await until('posts are refused', () => tally.refusals.size > 0);
  await until('it is not ready', async () => (await readiness()) === 503);
  await until('the log says what to set', () =>
    readFileSync(join(server.directory, 'server.log'), 'utf8').includes('raise its max_connections'),
  );
  assert.equal((await fetch(`${server.origin}/healthz`)).status, 200);

  const before = tally.acknowledged.size;
  await asAdmin(`ALTER ROLE ${role} CONNECTION LIMIT -1`);
  await until('50 messages more', () => tally.acknowledged.size >= before + 50);
  await until('it is ready again', async () => (await readiness()) === 200);
  isEnough = true;
  await done;
  assert.equal(tally.unanswered, 0);
  assert.deepEqual([...tally.refusals.keys()], ['503 2']);
  await assertNothingLost(target, tally);
  const lines = readFileSync(join(server.directory, 'server.log'), 'utf8').split('raise its max_connections');
  assert.ok(lines.length - 1 <= 4, `${lines.length - 1} lines`);
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
});
