import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { runOn, sharedServer } from '@ringbinder/testkit/database.ts';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { openDatabase } from './pool.ts';
import { openCounters } from './testing/counters.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const { database } = await openCounters();
const role = `few_${randomBytes(4).toString('hex')}`;
await runOn(sharedServer(), `CREATE ROLE ${role} LOGIN PASSWORD 'few'`);
afterAll(() => runOn(sharedServer(), `DROP ROLE ${role}`));

const limitTo = (connections: number) =>
  runOn(sharedServer(), `ALTER ROLE ${role} CONNECTION LIMIT ${connections}`);

function openLimited(onFull: (error: Error, open: number) => void) {
  const { connection } = database;
  const settings =
    'connectionString' in connection
      ? { connectionString: withUser(connection.connectionString) }
      : { ...connection, user: role };
  return openDatabase(settings, { max: 8, onFull });
}

function withUser(text: string): string {
  const url = new URL(text);
  url.searchParams.set('user', role);
  url.searchParams.set('password', 'few');
  return url.href;
}

test('[LOAD-6] while PostgreSQL gives fewer connections than a pool may have, its calls go on with those, and it is told once', async () => {
  const reported: number[] = [];
  await limitTo(2);
  const db = openLimited((_error, open) => reported.push(open));
  try {
    await db.query('SELECT 1');
    await Promise.all(Array.from({ length: 40 }, () => db.query('SELECT pg_sleep(0.01)')));
    assert.ok(db.usage().total <= 2, `${db.usage().total} connections`);
    assert.equal(reported.length, 1);
    await db.ping();
  } finally {
    await db.close();
  }
});

test('[LOAD-6] while it gives none, calls fail at once and it is not ready; it is again by itself', async () => {
  const reported: number[] = [];
  await limitTo(0);
  const db = openLimited((_error, open) => reported.push(open));
  try {
    await assert.rejects(db.query('SELECT 1'), DatabaseUnavailable);
    await assert.rejects(db.query('SELECT 1'), DatabaseUnavailable);
    await assert.rejects(db.ping(), DatabaseUnavailable);
    assert.deepEqual(reported, [0]);
    await limitTo(-1);
    await until('it is ready', () =>
      db.ping().then(
        () => true,
        () => false,
      ),
    );
    assert.equal((await db.query('SELECT 1')).length, 1);
  } finally {
    await db.close();
  }
});
