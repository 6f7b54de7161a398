import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { test, vi } from 'vitest';
import { locateBinaries } from './binaries.ts';
import { findPostmaster, isRunning } from './postmaster-file.ts';
import { hold } from './testing/child.ts';
import { query, queryValue } from './testing/query.ts';
import { scratch, scratchDatabase, start, WAIT } from './testing/scratch.ts';

function remember() {
  const messages: string[] = [];
  const add = (_details: object, message: string) => {
    messages.push(message);
  };
  return { messages, log: { info: add, warn: add, error: add } };
}

test('the server survives kill -9 of its process, and the next start adopts it', async () => {
  const directory = await scratchDatabase();
  const holder = hold({ directory });
  const { pid, connection } = await holder.report;
  await query(connection, 'CREATE TABLE kept AS SELECT 42 AS n');
  await holder.kill();
  assert.ok(await isRunning(pid));
  const server = await start({ directory });
  assert.equal(server.origin, 'adopted');
  assert.equal(server.pid, pid);
  assert.deepEqual(server.connection('postgres'), connection);
  assert.equal(await queryValue(server.connection('postgres'), 'SELECT n FROM kept'), 42);
  process.kill(pid, 'SIGKILL');
  await vi.waitUntil(() => server.pid !== pid, WAIT);
  assert.equal(await queryValue(server.connection('postgres'), 'SELECT n FROM kept'), 42);
  await server.stop();
  assert.equal(await findPostmaster(join(directory, 'data')), undefined);
});

test('an adopted server of another version than the installed one is restarted', async () => {
  const directory = await scratchDatabase();
  const holder = hold({ directory });
  const { pid } = await holder.report;
  await holder.kill();
  const { native } = await locateBinaries();
  const update = scratch('update');
  mkdirSync(update, { recursive: true });
  symlinkSync(native, join(update, 'native'));
  writeFileSync(join(update, 'package.json'), '{"version":"18.99.0"}');
  const server = await start({
    directory,
    native: join(update, 'native'),
  });
  assert.equal(server.origin, 'started');
  assert.notEqual(server.pid, pid);
  assert.equal(await queryValue(server.connection('postgres'), 'SELECT 1'), 1);
  await server.stop();
});

test('kill -9 while the database is being created leaves no half one', async () => {
  const directory = scratch();
  const holder = hold({ directory });
  await vi.waitUntil(
    () => existsSync(directory) && readdirSync(directory).some((name) => name.startsWith('data.new-')),
    WAIT,
  );
  await holder.kill();
  assert.equal(existsSync(join(directory, 'data')), false);
  const server = await start({ directory });
  assert.equal(server.origin, 'started');
  assert.equal(await queryValue(server.connection('postgres'), 'SELECT count(*)::int FROM pg_database'), 3);
  await server.stop();
});

test('Ctrl-C in the terminal does not reach the server', async () => {
  const directory = await scratchDatabase();
  const holder = hold({ directory }, { detached: true });
  const { pid, connection } = await holder.report;
  process.kill(-(holder.process.pid ?? Number.NaN), 'SIGINT');
  await holder.waitForEvent('interrupted');
  assert.equal(await queryValue(connection, 'SELECT 1'), 1);
  await holder.stop();
  assert.equal(await isRunning(pid), false);
});

test('kill -9 of the server under load: it is restarted, and every acknowledged row is there once', async () => {
  const directory = await scratchDatabase();
  const server = await start({ directory, settings: {} });
  await query(server.connection('postgres'), 'CREATE TABLE rows (id int PRIMARY KEY)');
  const acknowledged: number[] = [];
  let next = 0;
  let isKilled = false;
  const write = async () => {
    const client = new pg.Client(server.connection('postgres'));
    client.on('error', () => undefined);
    try {
      await client.connect();
      for (;;) {
        next += 1;
        const id = next;
        await client.query('INSERT INTO rows VALUES ($1)', [id]);
        acknowledged.push(id);
      }
    } catch (error) {
      if (!isKilled) throw error;
    }
  };
  for (let round = 1; round <= 2; round += 1) {
    const { pid } = server;
    isKilled = false;
    const writers = Promise.all(Array.from({ length: 8 }, write));
    await vi.waitUntil(() => acknowledged.length > round * 200, WAIT);
    isKilled = true;
    process.kill(pid, 'SIGKILL');
    await writers;
    await vi.waitUntil(() => server.pid !== pid, WAIT);
  }
  const rows = await query(server.connection('postgres'), 'SELECT id FROM rows');
  const there = new Set(rows.map((row) => row.id));
  assert.deepEqual(
    acknowledged.filter((id) => !there.has(id)),
    [],
  );
  await server.stop();
});

test('a session deep in a computation does not keep a new server from starting', async () => {
  const directory = await scratchDatabase();
  const server = await start({ directory });
  const { pid } = server;
  const computing = query(
    server.connection('postgres'),
    'SELECT count(*) FROM generate_series(1, 1000000000000)',
  );
  const broken = assert.rejects(computing);
  await vi.waitUntil(
    () =>
      queryValue(
        server.connection('postgres'),
        `SELECT true FROM pg_stat_activity WHERE query LIKE '%1000000000000%' AND pid <> pg_backend_pid()`,
      ).then((value) => value === true),
    WAIT,
  );
  process.kill(pid, 'SIGKILL');
  await broken;
  await vi.waitUntil(() => server.pid !== pid, WAIT);
  assert.equal(await queryValue(server.connection('postgres'), 'SELECT 1'), 1);
  await server.stop();
});

test('a crashed session restarts the server inside; the lock is taken again', async () => {
  const directory = await scratchDatabase();
  const { messages, log } = remember();
  const server = await start({ directory, log });
  const { pid } = server;
  const victim = query(server.connection('postgres'), 'SELECT pg_sleep(600)');
  const broken = assert.rejects(victim);
  const session = await vi.waitUntil(
    () =>
      queryValue(
        server.connection('postgres'),
        `SELECT pid FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)'`,
      ),
    WAIT,
  );
  process.kill(Number(session), 'SIGKILL');
  await broken;
  await vi.waitUntil(() => messages.includes('postgresql: ready again'), WAIT);
  assert.equal(server.pid, pid);
  const locks = `SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND granted`;
  assert.equal(await queryValue(server.connection('postgres'), locks), 1);
  await server.stop();
});

test('a server that cannot be restarted is tried again and again; stop ends that, and the reason is logged', async () => {
  const directory = await scratchDatabase();
  const { messages, log } = remember();
  const server = await start({ directory, log });
  const control = join(directory, 'data', 'global', 'pg_control');
  renameSync(control, `${control}.away`);
  process.kill(server.pid, 'SIGKILL');
  const failures = () => messages.filter((message) => message.includes('PostgreSQL did not start on')).length;
  await vi.waitUntil(() => failures() >= 3, WAIT);
  renameSync(`${control}.away`, control);
  await vi.waitUntil(() => messages.includes('postgresql: ready again'), WAIT);
  assert.equal(await queryValue(server.connection('postgres'), 'SELECT 1'), 1);
  renameSync(control, `${control}.away`);
  process.kill(server.pid, 'SIGKILL');
  const before = failures();
  await vi.waitUntil(() => failures() > before, WAIT);
  await server.stop();
  assert.equal(await findPostmaster(join(directory, 'data')), undefined);
});

test('stop during a restart leaves no server', async () => {
  const directory = await scratchDatabase();
  for (const look of ['broke', 'at once']) {
    const { messages, log } = remember();
    const server = await start({ directory, log });
    process.kill(server.pid, 'SIGKILL');
    if (look === 'broke')
      await vi.waitUntil(() => messages.some((message) => message.includes('connection lost')), WAIT);
    await server.stop();
    assert.equal(await findPostmaster(join(directory, 'data')), undefined);
  }
});
