import assert from 'node:assert/strict';
import { chownSync, mkdirSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { isRunning } from './postmaster-file.ts';
import { query, queryValue } from './testing/query.ts';
import { scratch, scratchDatabase, start } from './testing/scratch.ts';

test('an empty directory becomes a database with a fixed locale, no TCP, and 0700 directories', async () => {
  const directory = scratch('data dir', 'postgres');
  const server = await start({ directory, settings: { fsync: 'off' } });
  assert.equal(server.origin, 'started');
  const rows = await query(
    server.connection('postgres'),
    'SELECT datlocprovider, datlocale, pg_encoding_to_char(encoding) FROM pg_database',
  );
  for (const row of rows) assert.deepEqual(Object.values(row), ['b', 'C.UTF-8', 'UTF8']);
  const expected = {
    listen_addresses: '',
    synchronous_commit: 'on',
    jit: 'off',
    TimeZone: 'UTC',
    fsync: 'off',
    data_checksums: 'on',
    shared_buffers: '128MB',
  };
  for (const [name, value] of Object.entries(expected))
    assert.equal(await queryValue(server.connection('postgres'), `SHOW ${name}`), value);
  for (const part of ['', 'data', 'socket'])
    assert.equal(statSync(join(directory, part)).mode & 0o777, 0o700);
  assert.equal(statSync(join(directory, 'server.log')).mode & 0o777, 0o600);
  await server.stop();
  assert.equal(await isRunning(server.pid), false);
  await server.stop();
});

test('a restart keeps the data, and a database is created once by many at once', async () => {
  const directory = await scratchDatabase();
  const first = await start({ directory });
  await Promise.all([1, 2, 3, 4].map(() => first.ensureDatabase('with "quotes"')));
  await query(first.connection('with "quotes"'), 'CREATE TABLE kept AS SELECT 42 AS n');
  await first.ensureDatabase('copy', 'with "quotes"');
  await first.stop();
  const second = await start({ directory });
  await second.ensureDatabase('with "quotes"');
  assert.equal(await queryValue(second.connection('with "quotes"'), 'SELECT n FROM kept'), 42);
  assert.equal(await queryValue(second.connection('copy'), 'SELECT n FROM kept'), 42);
  await second.stop();
});

test('a directory name may hold commas, quotes, spaces and letters of any script', async () => {
  const directory = await scratchDatabase(`a, "b" 'c' $d ünïcødé 文`, 'postgres');
  const server = await start({ directory });
  assert.equal(await queryValue(server.connection('postgres'), 'SELECT 1'), 1);
  assert.ok(server.connection('postgres').host.startsWith(realpathSync(directory)));
  await server.stop();
});

test('a directory too long for a socket has it in a private directory elsewhere, found again by name', async () => {
  const directory = await scratchDatabase('long'.repeat(30), 'postgres');
  const hosts: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const server = await start({ directory });
    const { host } = server.connection('postgres');
    hosts.push(host);
    assert.ok(host.startsWith(join(tmpdir(), 'ringbinder-')));
    assert.equal(statSync(host).mode & 0o777, 0o700);
    await server.stop();
    assert.throws(() => statSync(host), { code: 'ENOENT' });
  }
  assert.equal(hosts[0], hosts[1]);
  const host = hosts[0] ?? '';
  if (process.geteuid?.() === 0) {
    mkdirSync(host, { mode: 0o777 });
    chownSync(host, 4711, 4711);
    await assert.rejects(start({ directory }), /is not a directory of this user/);
    rmSync(host, { recursive: true });
  } else {
    symlinkSync('/tmp', host);
    await assert.rejects(start({ directory }), /is not a directory of this user/);
    rmSync(host);
  }
});

test('an aborted start leaves no server', async () => {
  const directory = await scratchDatabase();
  const controller = new AbortController();
  const aborted = start({ directory, signal: controller.signal });
  controller.abort();
  await assert.rejects(aborted, { name: 'AbortError' });
  const again = await start({ directory });
  assert.equal(again.origin, 'started');
  await again.stop();
});
