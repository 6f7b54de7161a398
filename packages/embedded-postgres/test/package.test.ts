import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DataDirectoryInUse,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@ringbinder/embedded-postgres';
import pg from 'pg';
import { onTestFinished, test } from 'vitest';

async function scratch(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'embedded-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  return join(parent, 'postgres');
}

async function answer(settings: pg.ClientConfig, sql: string): Promise<unknown> {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows[0]?.[0];
  } finally {
    await client.end();
  }
}

test('a server starts in an empty directory, answers, and keeps its data after a restart', async () => {
  const directory = await scratch();
  const first = await startEmbeddedPostgres({ directory, settings: { fsync: 'off' } });
  await first.ensureDatabase('shop');
  await answer(first.connection('shop'), 'CREATE TABLE orders AS SELECT 42 AS id');
  assert.deepEqual((await findEmbeddedPostgres(directory))?.('shop'), first.connection('shop'));
  await first.stop();
  assert.equal(await findEmbeddedPostgres(directory), undefined);

  const second = await startEmbeddedPostgres({ directory, settings: { fsync: 'off' } });
  await second.ensureDatabase('shop');
  assert.equal(await answer(second.connection('shop'), 'SELECT id FROM orders'), 42);
  await second.stop();
});

test('a directory in use is refused, with the remedy for the caller to name its setting', async () => {
  const directory = await scratch();
  const server = await startEmbeddedPostgres({ directory, settings: { fsync: 'off' } });
  await assert.rejects(startEmbeddedPostgres({ directory, lockTimeout: 100 }), (error) => {
    assert.ok(error instanceof DataDirectoryInUse);
    assert.equal(error.remedy, 'directory');
    return true;
  });
  await server.stop();
});
