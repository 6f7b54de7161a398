import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, runOn, sharedServer } from '@ringbinder/testkit/database.ts';
import pg from 'pg';
import { afterAll, onTestFinished, test } from 'vitest';
import { type DatabaseEngine, startDatabaseEngine } from './engine.ts';

const server = sharedServer();
const prefix = `engine_${randomBytes(4).toString('hex')}`;
const created: string[] = [];
afterAll(async () => {
  for (const name of created) await runOn(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await runOn(server, `DROP ROLE IF EXISTS ${prefix}_poor`);
});

function newName(suffix: string): string {
  const name = `${prefix}_${suffix}`;
  created.push(name, `${name}_sandbox`);
  return name;
}

function addressOf(name: string, user?: string): string {
  if ('connectionString' in server) {
    const url = new URL(server.connectionString);
    url.pathname = `/${name}`;
    if (user !== undefined) url.username = user;
    if (user !== undefined && url.searchParams.has('user')) url.searchParams.set('user', user);
    return url.href;
  }
  const query = new URLSearchParams({
    host: server.host,
    port: String(server.port),
    user: user ?? server.user,
  });
  return `postgres:///${name}?${query}`;
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const start = (databaseUrl: string, sandboxDatabaseUrl?: string) =>
  startDatabaseEngine({ dataDir: '/nowhere', databaseUrl, sandboxDatabaseUrl }, silent);

async function namesOf({ connections }: DatabaseEngine): Promise<string[]> {
  return Promise.all(
    [connections.production, connections.sandbox].map(async (connection) => {
      const client = new pg.Client(connection as Connection);
      await client.connect();
      const { rows } = await client.query('SELECT current_database() AS name');
      await client.end();
      return rows[0].name;
    }),
  );
}

test('[STORE-6] DATABASE_URL names the PostgreSQL to use, and its database is made when it is missing', async () => {
  const name = newName('made');
  const engine = await start(addressOf(name));
  assert.match(engine.description, /^PostgreSQL at /);
  assert.deepEqual(await namesOf(engine), [name, `${name}_sandbox`]);
  await engine.stop();
  assert.deepEqual(await namesOf(await start(addressOf(name))), [name, `${name}_sandbox`]);
});

test('[STORE-7] SANDBOX_DATABASE_URL names the sandbox’s database, which must be another one', async () => {
  const [name, sandbox] = [newName('one'), newName('two')];
  assert.deepEqual(await namesOf(await start(addressOf(name), addressOf(sandbox))), [name, sandbox]);
  await assert.rejects(start(addressOf(name), addressOf(name)), {
    name: 'StartupError',
    message: 'SANDBOX_DATABASE_URL must name another database than DATABASE_URL',
  });
});

test('[STORE-7] two processes that start at once both find the databases made', async () => {
  const name = newName('twice');
  const engines = await Promise.all([1, 2, 3, 4].map(() => start(addressOf(name))));
  for (const engine of engines) assert.deepEqual(await namesOf(engine), [name, `${name}_sandbox`]);
});

test('[STORE-7] where the user may not make it, one line says which setting and what to do', async () => {
  const [name, poor] = [newName('poor'), `${prefix}_poor`];
  await runOn(server, `CREATE DATABASE ${name}`);
  await runOn(server, `CREATE ROLE ${poor} LOGIN`);
  await assert.rejects(start(addressOf(name, poor)), {
    name: 'StartupError',
    message: `DATABASE_URL (for the sandbox): the database ${name}_sandbox does not exist and could not be created (permission denied to create database): create it, or name another`,
  });
});

test('[RUN-6] a server that does not answer is told in one line with its reason', async () => {
  await assert.rejects(start('postgres://ann:secret@localhost:1/x'), {
    name: 'StartupError',
    message: /^DATABASE_URL: the database cannot be reached: connect ECONNREFUSED \S+:1$/,
  });
});

test('[RUN-6] what keeps the embedded PostgreSQL from starting is one line that names the setting', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rb-engine-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'old/postgres/data'), { recursive: true });
  writeFileSync(join(folder, 'old/postgres/data/PG_VERSION'), '17\n');
  writeFileSync(join(folder, 'file'), '');
  const embedded = (dataDir: string) =>
    startDatabaseEngine({ dataDir, databaseUrl: undefined, sandboxDatabaseUrl: undefined }, silent);
  await assert.rejects(embedded(join(folder, 'old')), {
    name: 'StartupError',
    message: /created by PostgreSQL 17, .* DATABASE_URL sets the server to use \(PostgreSQL 15 or later\)\.$/,
  });
  await assert.rejects(embedded(join(folder, 'file')), {
    name: 'StartupError',
    message: /^Cannot write to the directory .*\/file\/postgres: .* Set DATA_DIR to another directory\.$/,
  });
});
