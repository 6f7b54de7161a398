import assert from 'node:assert/strict';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { test, vi } from 'vitest';
import { DataDirectoryInUse } from './index.ts';
import { hold } from './testing/child.ts';
import { queryValue } from './testing/query.ts';
import { scratch, scratchDatabase, start, WAIT } from './testing/scratch.ts';

test('a second process on a directory gets an error that names the first, and disturbs nothing', async () => {
  const directory = await scratchDatabase();
  const holder = hold({ directory });
  const { pid, connection } = await holder.report;
  await assert.rejects(
    start({ directory, lockTimeout: 100 }),
    (error) =>
      error instanceof DataDirectoryInUse &&
      error.message.includes(`${directory} is in use by process ${holder.process.pid}.`),
  );
  assert.equal(await queryValue(connection, 'SELECT 1'), 1);
  await holder.kill();
  const server = await start({ directory });
  assert.equal(server.pid, pid);
  await server.stop();
});

test('[STORE-5] of two that start at the same instant on nothing, one gets the directory and the other is told', async () => {
  const directory = scratch();
  const holders = [1, 2].map(() => hold({ directory, lockTimeout: 500 }));
  const reports = await Promise.all(holders.map(({ report }) => report));
  const winner = reports.find(({ event }) => event === 'ready');
  const loser = reports.find(({ event }) => event === 'failed');
  assert.ok(winner !== undefined && loser !== undefined);
  assert.equal(loser.name, 'DataDirectoryInUse');
  assert.equal(await queryValue(winner.connection, 'SELECT 1'), 1);
  assert.deepEqual(readdirSync(directory).sort(), ['data', 'server.log', 'socket']);
  await holders[reports.indexOf(winner)]?.stop();
});

test('one that waits gets the directory when the one before stops', async () => {
  const directory = await scratchDatabase();
  const first = await start({ directory });
  const second = start({ directory });
  const waiting = `SELECT true FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
  await vi.waitUntil(
    () => queryValue(first.connection('postgres'), waiting).then((value) => value === true),
    WAIT,
  );
  await first.stop();
  const server = await second;
  assert.equal(server.origin, 'started');
  assert.equal(await queryValue(server.connection('postgres'), 'SELECT 1'), 1);
  await server.stop();
});

test('[STORE-5] one that loses the directory to another while its server is down is told, and leaves the server', async () => {
  const directory = await scratchDatabase();
  const lost = Promise.withResolvers<DataDirectoryInUse>();
  const first = await start({
    directory,
    lockTimeout: 100,
    onLost: lost.resolve,
  });
  const second = start({ directory });
  const waiting = `SELECT true FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
  await vi.waitUntil(
    () => queryValue(first.connection('postgres'), waiting).then((value) => value === true),
    WAIT,
  );
  const cut = `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted`;
  assert.equal(await queryValue(first.connection('postgres'), cut), true);
  const server = await second;
  assert.ok((await lost.promise) instanceof DataDirectoryInUse);
  await first.stop();
  assert.equal(await queryValue(server.connection('postgres'), 'SELECT 1'), 1);
  await server.stop();
});

test('a copy of a running directory gets a server of its own', async () => {
  const directory = await scratchDatabase();
  const first = await start({ directory });
  await pgCheckpoint(first.connection('postgres'));
  const copy = scratch();
  // cpSync cannot copy sockets.
  cpSync(directory, copy, { recursive: true, filter: (path) => !path.startsWith(join(directory, 'socket')) });
  const second = await start({ directory: copy });
  assert.equal(second.origin, 'started');
  assert.notEqual(second.pid, first.pid);
  await Promise.all([first.stop(), second.stop()]);
});

async function pgCheckpoint(settings: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(settings);
  await client.connect();
  await client.query('CHECKPOINT');
  await client.end();
}
