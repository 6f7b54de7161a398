import { cloneDatabase } from '@ringbinder/testkit/database.ts';
import { afterAll, beforeEach } from 'vitest';
import { type DatabasePool, openDatabase } from '../pool.ts';

export async function openCounters() {
  const database = await cloneDatabase(null);
  const reported: Error[] = [];
  const db = openDatabase(database.connection, { max: 4, onError: (error) => reported.push(error) });
  const other = openDatabase(database.connection, { max: 4 });
  await db.query('CREATE TABLE counters (id int PRIMARY KEY, n int NOT NULL)');
  beforeEach(async () => {
    await db.query('DELETE FROM counters');
    await db.query('INSERT INTO counters VALUES (1, 0), (2, 0)');
  });
  afterAll(async () => {
    await db.close();
    await other.close();
    await database.drop();
  });
  return {
    database,
    db,
    other,
    reported,
    read: async (id: number) =>
      (await other.query<{ n: number }>('SELECT n FROM counters WHERE id = $1', [id]))[0]?.n,
    add: (on: Pick<DatabasePool, 'query'>, id: number) =>
      on.query('UPDATE counters SET n = n + 1 WHERE id = $1', [id]),
  };
}
