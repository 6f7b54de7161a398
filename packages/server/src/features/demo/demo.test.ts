import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verify } from '@node-rs/argon2';
import { createMediaEngine } from '@ringbinder/page-renderer';
import { createEmbeddedEngine } from '@ringbinder/sfu';
import { type ClonedDatabase, cloneDatabase } from '@ringbinder/testkit';
import { createFactory } from '@ringbinder/testkit/factory.ts';
import { afterAll, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import type { Environment } from '../../environment/environment.ts';
import { randomIds } from '../../environment/ids.ts';
import { openEnvironment } from '../../environment/open.ts';
import { createLog } from '../../process/logger.ts';
import { systemClock } from '../../time/clock.ts';
import { clientGrants } from '../oauth/index.ts';
import { type DemoFile, prepareDemo } from './index.ts';

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

const log = createLog('silent', { write: () => {} });
const media = createMediaEngine({ log });
const meetEngine = createEmbeddedEngine({ udpPort: 0 }, log);
cleanups.push(() => media.close());

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'ringbinder-demo-'));
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

type Databases = [production: ClonedDatabase, sandbox: ClonedDatabase];

async function newDatabases(): Promise<Databases> {
  const databases = await Promise.all([cloneDatabase(), cloneDatabase()]);
  cleanups.push(() => Promise.all(databases.map((database) => database.drop())));
  return databases;
}

type Pair = Record<'production' | 'sandbox', Environment>;

async function open(databases: Databases, directory: string, port = 8400): Promise<Pair> {
  const shared = {
    config: { ...readConfig({ DATA_DIR: directory }), databaseConnections: 2 },
    masterKey: Buffer.alloc(32, 7),
    clock: systemClock,
    ids: randomIds,
    media,
    meetEngine,
    log,
    closing: new AbortController().signal,
    cutOff: new AbortController().signal,
    origin: () => `http://127.0.0.1:${port}`,
  };
  const [production, sandbox] = await Promise.all([
    openEnvironment('production', databases[0].connection, shared),
    openEnvironment('sandbox', databases[1].connection, shared),
  ]);
  cleanups.push(() => Promise.all([production.db.close(), sandbox.db.close()]));
  return { production, sandbox };
}

function readFile(directory: string): DemoFile {
  return JSON.parse(readFileSync(join(directory, 'demo.json'), 'utf8'));
}

async function countPartners({ production, sandbox }: Pair): Promise<number[]> {
  const count = async ({ db }: Environment) => (await db.query('SELECT id FROM partners')).length;
  return [await count(production), await count(sandbox)];
}

test('[RUN-12] [RUN-13] [RUN-21] demo.json has all that is promised, and only its owner can read it', async () => {
  const directory = newDirectory();
  const demo = await prepareDemo(directory, await open(await newDatabases(), directory));
  const file = readFile(directory);
  assert.deepEqual(file, demo);
  assert.equal(statSync(join(directory, 'demo.json')).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(directory).sort(), ['demo.json', 'files']);
  const keys = [
    'base_url',
    'sdk_url',
    'partner_id',
    'org_id',
    'other_org_id',
    'binder_id',
    'client',
    'bot',
    'users',
  ];
  assert.deepEqual(Object.keys(file), [...keys, 'sandbox']);
  assert.deepEqual(Object.keys(file.sandbox), keys);
  for (const part of [file, file.sandbox]) {
    assert.match(part.partner_id, /^P\w{22}$/);
    for (const id of [part.org_id, part.other_org_id]) assert.match(id, /^O\w{22}$/);
    assert.match(part.binder_id, /^B\w{22}$/);
    assert.deepEqual(Object.keys(part.client), ['client_id', 'client_secret', 'redirect_uri']);
    assert.deepEqual(Object.keys(part.bot), ['client_id', 'client_secret', 'webhook_secret', 'user_id']);
    assert.match(part.bot.webhook_secret, /^whsec_[A-Za-z0-9+/]{32}$/);
    assert.equal(part.users.length, 4);
    for (const user of part.users)
      assert.deepEqual(Object.keys(user), ['id', 'email', 'password', 'unique_id', 'name', 'role']);
  }
  assert.equal(file.base_url, 'http://127.0.0.1:8400/v1/');
  assert.equal(file.sandbox.base_url, 'http://127.0.0.1:8400/sandbox/v1/');
  for (const part of [file, file.sandbox]) assert.equal(part.sdk_url, 'http://127.0.0.1:8400/sdk/service.js');
});

test('[RUN-14] [RUN-15] what demo.json tells is what is there, in both environments', async () => {
  const directory = newDirectory();
  const pair = await open(await newDatabases(), directory);
  const demo = await prepareDemo(directory, pair);
  assert.ok(demo);
  const parts = [
    { env: pair.production, part: demo },
    { env: pair.sandbox, part: demo.sandbox },
  ];
  for (const { env, part } of parts) {
    const users = await env.db.query<Record<string, unknown>>(
      `SELECT u.id, u.email, u.unique_id, u.name, u.role, u.is_partner_admin, u.org_id, u.password_hash, m.role AS member
       FROM users u LEFT JOIN binder_members m ON m.user_id = u.id AND m.binder_id = $1
       WHERE NOT u.is_bot ORDER BY u.unique_id`,
      [part.binder_id],
    );
    const emittedUsers = part.users.map(({ id, email, unique_id, name, role }) => ({
      id,
      email,
      unique_id,
      name,
      role,
    }));
    const { org_id, other_org_id } = part;
    assert.deepEqual(
      users.map(({ password_hash: _, ...user }) => user),
      [
        { ...emittedUsers[0], is_partner_admin: true, org_id, member: 'owner' },
        { ...emittedUsers[1], is_partner_admin: false, org_id, member: 'editor' },
        { ...emittedUsers[2], is_partner_admin: false, org_id, member: 'editor' },
        { ...emittedUsers[3], is_partner_admin: false, org_id: other_org_id, member: null },
      ],
    );
    assert.deepEqual(
      emittedUsers.map(({ role }) => role),
      ['admin', 'member', 'member', 'member'],
    );
    assert.ok(await verify(String(users[0]?.password_hash), part.users[0]?.password ?? ''));
    const [client] = await env.db.query<{ secret_sealed: Buffer; grants: string[]; origins: string[] }>(
      'SELECT secret_sealed, grants, origins FROM clients WHERE id = $1',
      [part.client.client_id],
    );
    assert.ok(client);
    assert.deepEqual(client.grants, [...clientGrants]);
    assert.deepEqual(client.origins, [
      ...['http://localhost:3000', 'http://127.0.0.1:3000'],
      'http://127.0.0.1:8400',
    ]);
    assert.equal(env.secrets.open(client.secret_sealed), part.client.client_secret);
    const bots = await env.db.query('SELECT user_id FROM org_bots WHERE org_id = $1 AND client_id = $2', [
      part.org_id,
      part.bot.client_id,
    ]);
    assert.deepEqual(bots, [{ user_id: part.bot.user_id }]);
    const [example] = await env.db.query(
      `SELECT (SELECT count(*) FROM messages m WHERE m.binder_id = b.id) AS messages,
         (SELECT count(*) FROM todos t WHERE t.binder_id = b.id) AS todos,
         (SELECT count(*) FROM transactions t WHERE t.binder_id = b.id) AS transactions,
         (SELECT count(*) FROM binder_members m WHERE m.binder_id = b.id) AS members, b.seq
       FROM binders b WHERE b.id <> $1`,
      [part.binder_id],
    );
    assert.deepEqual(example, { messages: 3, todos: 3, transactions: 1, members: 3, seq: 8 });
  }
});

test('[RUN-11] the demo is made once: after a restart it is the same, at the address of that start', async () => {
  const directory = newDirectory();
  const databases = await newDatabases();
  const first = await prepareDemo(directory, await open(databases, directory));
  const again = await open(databases, directory, 8500);
  const second = await prepareDemo(directory, again);
  assert.ok(first && second);
  assert.equal(second.base_url, 'http://127.0.0.1:8500/v1/');
  assert.equal(second.sandbox.base_url, 'http://127.0.0.1:8500/sandbox/v1/');
  const { base_url: _, sdk_url: __, sandbox, ...rest } = first;
  const { base_url: ___, sdk_url: ____, sandbox: sandboxAgain, ...restAgain } = second;
  assert.deepEqual(restAgain, rest);
  const { base_url, sdk_url } = sandbox;
  assert.deepEqual({ ...sandboxAgain, base_url, sdk_url }, sandbox);
  assert.deepEqual(readFile(directory), second);
  assert.deepEqual(await countPartners(again), [1, 1]);
});

test('[RUN-11] a database that holds something else is left alone, and there is no demo.json', async () => {
  for (const filled of ['production', 'sandbox'] as const) {
    const directory = newDirectory();
    const pair = await open(await newDatabases(), directory);
    await createFactory(pair[filled]).partner();
    assert.equal(await prepareDemo(directory, pair), null);
    assert.ok(!readdirSync(directory).includes('demo.json'));
    assert.deepEqual(await countPartners(pair), filled === 'production' ? [1, 0] : [0, 1]);
  }
});

test('[RUN-11] a crash after the file, or between the two databases, is made good by the next start', async () => {
  for (const lost of ['production', 'sandbox'] as const) {
    const directory = newDirectory();
    const databases = await newDatabases();
    const pair = await open(databases, directory);
    const { db } = pair[lost];
    const dying = { ...db, transaction: () => Promise.reject(new Error('the process dies')) };
    await assert.rejects(prepareDemo(directory, { ...pair, [lost]: { ...pair[lost], db: dying } }), /dies/);
    const written = readFile(directory);
    assert.deepEqual(await prepareDemo(directory, pair), written);
    assert.deepEqual(await countPartners(pair), [1, 1]);
    const [partner] = await pair[lost].db.query('SELECT id FROM partners');
    assert.equal(partner?.id, lost === 'production' ? written.partner_id : written.sandbox.partner_id);
  }
});

test('[RUN-11] of two processes that start at once one makes the demo', async () => {
  const databases = await newDatabases();
  const one = newDirectory();
  const pairs = [await open(databases, one), await open(databases, one)];
  const [first, second] = await Promise.all(pairs.map((pair) => prepareDemo(one, pair)));
  assert.ok(first);
  assert.deepEqual(second, first);
  assert.deepEqual(readFile(one), first);
});

test('what stands in demo.json and is no demo is replaced for an empty database', async () => {
  for (const text of [
    '',
    '{"partner_id": 4}',
    'null',
    '{"partner_id": "P1", "users": [], "client": 1, "bot": 1}',
  ]) {
    const directory = newDirectory();
    writeFileSync(join(directory, 'demo.json'), text);
    const demo = await prepareDemo(directory, await open(await newDatabases(), directory));
    assert.deepEqual(readFile(directory), demo);
  }
});
