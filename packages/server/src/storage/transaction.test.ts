import assert from 'node:assert/strict';
import { until } from '@ringbinder/testkit/until.ts';
import { test } from 'vitest';
import type { Transaction } from './database.ts';
import { type DatabasePool, openDatabase } from './pool.ts';
import { openCounters } from './testing/counters.ts';
import { DatabaseBusy } from './unavailable.ts';

const { database, db, other, reported, read, add } = await openCounters();

async function loseRace(tx: Transaction): Promise<void> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  await tx.query('SELECT n FROM counters WHERE id = 1');
  await add(other, 1);
  await add(tx, 1);
}

const isWaitingForLock = () =>
  other.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`,
  );

test('[STORE-11] a transaction that lost a race is run again from its beginning', async () => {
  let attempts = 0;
  let wakeUps = 0;
  const providedResult = await db.transaction(async (tx) => {
    attempts++;
    tx.afterCommit(() => wakeUps++);
    if (attempts <= 2) await loseRace(tx);
    await add(tx, 2);
    return attempts;
  });
  assert.equal(providedResult, 3);
  assert.equal(await read(2), 1, 'what the lost attempts did is gone');
  assert.equal(wakeUps, 1, 'only the attempt that was committed is announced');
});

test('[STORE-11] of two transactions that wait for each other, the one that was ended is run again', async () => {
  const attempts: number[] = [];
  let met = 0;
  const both = (first: number, second: number) =>
    db.transaction(async (tx) => {
      attempts.push(first);
      await add(tx, first);
      met++;
      await until('both hold a row', () => met >= 2);
      await add(tx, second);
    });
  await Promise.all([both(1, 2), both(2, 1)]);
  assert.deepEqual([await read(1), await read(2)], [2, 2]);
  assert.ok(attempts.length >= 3, 'one of them began again');
});

test('[STORE-11] a single statement that lost a race is run again', async () => {
  const [row] = await other.query<{ name: string }>('SELECT current_database() AS name');
  await other.query(`ALTER DATABASE ${row?.name} SET default_transaction_isolation TO 'repeatable read'`);
  const repeatable = openDatabase(database.connection, { max: 1 });
  try {
    await repeatable.query('SELECT 1');
    let waiting: Promise<unknown> = Promise.resolve();
    await other.transaction(async (tx) => {
      await add(tx, 1);
      waiting = add(repeatable, 1);
      await until('the statement waits for the row', async () => (await isWaitingForLock()).length > 0);
    });
    await waiting;
    assert.equal(await read(1), 2);
  } finally {
    await repeatable.close();
    await other.query(`ALTER DATABASE ${row?.name} RESET default_transaction_isolation`);
  }
});

test('[CLUSTER-4] what was prepared before a migration gave its table a column is prepared anew, alone and in a transaction', async () => {
  const all = 'SELECT * FROM widened';
  await db.query('CREATE TABLE widened (id int)');
  await Promise.all([db.query(all), db.query(all), db.query(all)]);
  await other.query('ALTER TABLE widened ADD COLUMN more int DEFAULT 7');
  await other.query('INSERT INTO widened VALUES (1)');
  assert.deepEqual(await db.query(all), [{ id: 1, more: 7 }]);
  await other.query('ALTER TABLE widened ADD COLUMN most int DEFAULT 8');
  const rows = await Promise.all(Array.from({ length: 8 }, () => db.transaction((tx) => tx.query(all))));
  for (const each of rows) assert.deepEqual(each, [{ id: 1, more: 7, most: 8 }]);
});

test('[STORE-11] a transaction that loses every race is given up, and says that the database is busy', async () => {
  let attempts = 0;
  const doomed = db.transaction(async (tx) => {
    attempts++;
    await loseRace(tx);
  });
  await assert.rejects(doomed, DatabaseBusy);
  assert.equal(attempts, 8);
});

test('a statement that is wrong is not tried again, and the connection is kept', async () => {
  let attempts = 0;
  const backend = async (on: Pick<DatabasePool, 'query'>) =>
    (await on.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid;
  const single = openDatabase(database.connection, { max: 1 });
  try {
    const pid = await backend(single);
    const wrong = single.transaction(async (tx) => {
      attempts++;
      await tx.query('INSERT INTO counters VALUES (1, 0)');
    });
    await assert.rejects(wrong, { code: '23505' });
    await assert.rejects(single.query('INSERT INTO counters VALUES (1, 0)'), { code: '23505' });
    assert.equal(attempts, 1);
    assert.equal(await backend(single), pid);
  } finally {
    await single.close();
  }
});

test('a transaction within a transaction is part of it: both or neither', async () => {
  let wakeUps = 0;
  const failing = db.transaction(async (tx) => {
    await add(tx, 1);
    await tx.transaction(async (inner) => {
      inner.afterCommit(() => wakeUps++);
      await add(inner, 2);
    });
    assert.equal(wakeUps, 0, 'nothing is announced before the outer commit');
    throw new Error('changed my mind');
  });
  await assert.rejects(failing, { message: 'changed my mind' });
  assert.deepEqual([await read(1), await read(2), wakeUps], [0, 0, 0]);

  await db.transaction(async (tx) => {
    await add(tx, 1);
    await tx.transaction(async (inner) => {
      inner.afterCommit(() => wakeUps++);
      await add(inner, 2);
    });
  });
  assert.deepEqual([await read(1), await read(2), wakeUps], [1, 1, 1]);
});

test('a hook is called after the commit, in order, and one that throws does not undo it', async () => {
  const calls: string[] = [];
  const result = await db.transaction(async (tx) => {
    tx.afterCommit(() => calls.push('first'));
    tx.afterCommit(() => {
      throw Object.assign(new Error('hook'), { code: '40001' });
    });
    tx.afterCommit(() => calls.push('last'));
    await add(tx, 1);
    calls.push('work');
    return 'done';
  });
  assert.equal(result, 'done');
  assert.deepEqual(calls, ['work', 'first', 'last']);
  assert.equal(await read(1), 1);
  assert.equal(reported.at(-1)?.message, 'hook');
  db.afterCommit(() => calls.push('outside'));
  assert.equal(calls.at(-1), 'outside', 'outside a transaction everything is committed already');
});

test('a transaction that ignored a failed statement throws instead of losing its work in silence', async () => {
  const unsafeSettings = db.transaction(async (tx) => {
    await add(tx, 2);
    await tx.query('INSERT INTO counters VALUES (1, 0)').catch(() => {});
  });
  await assert.rejects(unsafeSettings, /nothing was committed/);
  assert.equal(await read(2), 0);
});

test('what was not waited for cannot reach into the next user of the connection', async () => {
  let late: Transaction | undefined;
  await db.transaction(async (tx) => {
    late = tx;
  });
  await assert.rejects(add(late as Transaction, 1), /the transaction is over/);
  assert.equal(await read(1), 0);
});
