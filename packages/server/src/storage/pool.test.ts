import assert from 'node:assert/strict';
import { until } from '@ringbinder/testkit/until.ts';
import { test } from 'vitest';
import type { Transaction } from './database.ts';
import { type DatabasePool, openDatabase } from './pool.ts';
import { openCounters } from './testing/counters.ts';
import { DatabaseBusy, DatabaseUnavailable } from './unavailable.ts';

const { database, db, other, reported, read, add } = await openCounters();

async function hold(pool: DatabasePool): Promise<() => Promise<void>> {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let begun = () => {};
  const started = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const transaction = pool.transaction(async () => {
    begun();
    await gate;
  });
  await started;
  return () => {
    letGo();
    return transaction;
  };
}

test('a connection that dies in a transaction is told as an unavailable database, and the pool goes on', async () => {
  const kill = (tx: Transaction) => tx.query('SELECT pg_terminate_backend(pg_backend_pid())');
  await assert.rejects(
    db.transaction(async (tx) => {
      await add(tx, 1);
      await kill(tx);
    }),
    DatabaseUnavailable,
  );
  await assert.rejects(
    db.transaction(async (tx) => {
      const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await add(tx, 1);
      await other.query('SELECT pg_terminate_backend($1)', [row?.pid]);
      const alive = () => other.query('SELECT FROM pg_stat_activity WHERE pid = $1', [row?.pid]);
      await until('the connection is gone', async () => (await alive()).length === 0);
      await add(tx, 2);
    }),
    DatabaseUnavailable,
  );
  assert.deepEqual([await read(1), await read(2)], [0, 0]);
  await Promise.all(Array.from({ length: 8 }, () => db.transaction((tx) => add(tx, 1))));
  assert.equal(await read(1), 8);
});

test('idle connections that die are replaced without a failed call', async () => {
  const before = reported.length;
  await Promise.all(Array.from({ length: 4 }, () => db.query('SELECT pg_sleep(0.05)')));
  await other.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'idle' AND pid <> pg_backend_pid()`,
  );
  await until('the pool heard of it', () => reported.length >= before + 4);
  await add(db, 1);
  assert.equal(await read(1), 1);
});

test('a statement or a transaction that takes too long is ended and told as an unavailable database', async () => {
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.query(`SET LOCAL statement_timeout = '20ms'`);
      await tx.query('SELECT pg_sleep(10)');
    }),
    DatabaseUnavailable,
  );
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.query(`SET LOCAL idle_in_transaction_session_timeout = '20ms'`);
      const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const alive = () => other.query('SELECT FROM pg_stat_activity WHERE pid = $1', [row?.pid]);
      await until('the server ended it', async () => (await alive()).length === 0);
      await add(tx, 1);
    }),
    DatabaseUnavailable,
  );
  await add(db, 1);
  assert.equal(await read(1), 1);
});

test('when every connection is taken, a call is told so after a while and does not hang', async () => {
  const small = openDatabase(database.connection, { max: 2, waitMs: 500 });
  try {
    const release = await Promise.all([hold(small), hold(small)]);
    await assert.rejects(small.query('SELECT 1'), DatabaseUnavailable);
    await assert.rejects(
      small.transaction(async () => {}),
      DatabaseUnavailable,
    );
    await Promise.all(release.map((letGo) => letGo()));
    assert.equal((await small.query('SELECT 1')).length, 1);
  } finally {
    await small.close();
  }
});

test('when too many calls wait for a connection, the next is refused at once and those that wait are served', async () => {
  const small = openDatabase(database.connection, { max: 1, maxWaiting: 3 });
  try {
    const letGo = await hold(small);
    const waiting = [1, 2, 3].map(() => add(small, 1));
    const refused = assert.rejects(add(small, 1), DatabaseBusy);
    const race = await Promise.race([
      refused.then(() => 'refused'),
      Promise.all(waiting).then(() => 'served'),
    ]);
    assert.equal(race, 'refused');
    await letGo();
    await Promise.all(waiting);
    assert.equal(await read(1), 3);
  } finally {
    await small.close();
  }
});

test('a server that does not answer is an unavailable database', async () => {
  const nowhere = openDatabase(
    { host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' },
    { max: 2, waitMs: 200 },
  );
  await assert.rejects(nowhere.query('SELECT 1'), DatabaseUnavailable);
  await assert.rejects(
    nowhere.transaction(async () => {}),
    DatabaseUnavailable,
  );
  await nowhere.close();
});

test('a statement is planned once, whatever its limit', async () => {
  const one = openDatabase(database.connection, { max: 1 });
  try {
    for (let call = 0; call < 8; call++) await one.query('SELECT n FROM counters ORDER BY id LIMIT $1', [1]);
    const [plans] = await one.query(
      `SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement LIKE '%LIMIT $1'`,
    );
    assert.deepEqual(plans, { generic_plans: 8, custom_plans: 0 });
  } finally {
    await one.close();
  }
});

test('an error of a statement tells where the statement was run', async () => {
  await assert.rejects(db.query('SELECT nonsense'), (error: Error) => {
    assert.match(error.stack ?? '', /storage.connections\.ts/);
    return true;
  });
});
