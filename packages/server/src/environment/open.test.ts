import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createMediaEngine } from '@ringbinder/page-renderer';
import { createEmbeddedEngine } from '@ringbinder/sfu';
import { type Connection, cloneDatabase, runOn, sharedServer } from '@ringbinder/testkit/database.ts';
import { afterAll, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createLog } from '../process/logger.ts';
import type { ConnectionSettings } from '../storage/pool.ts';
import { systemClock } from '../time/clock.ts';
import type { Environment, EnvironmentName } from './environment.ts';
import { randomIds } from './ids.ts';
import { openEnvironment } from './open.ts';

const directory = mkdtempSync(join(tmpdir(), 'ringbinder-environment-'));
const log = createLog('silent', { write: () => {} });
const media = createMediaEngine({ log });
const meetEngine = createEmbeddedEngine({ udpPort: 0 }, log);
const { connection, drop } = await cloneDatabase(null);
afterAll(async () => {
  await media.close();
  await drop();
  rmSync(directory, { recursive: true, force: true });
});

function open(
  options: { key?: number; name?: EnvironmentName; on?: ConnectionSettings; dataDir?: string } = {},
): Promise<Environment> {
  const { key = 1, name = 'production', on = connection, dataDir = directory } = options;
  return openEnvironment(name, on, {
    config: { ...readConfig({ DATA_DIR: dataDir }), databaseConnections: 2 },
    masterKey: Buffer.alloc(32, key),
    clock: systemClock,
    ids: randomIds,
    media,
    meetEngine,
    log,
    closing: new AbortController().signal,
    cutOff: new AbortController().signal,
    origin: () => 'http://localhost',
  });
}

function changed(change: Partial<{ user: string; host: string }>): ConnectionSettings {
  const server: Connection = connection;
  if (!('connectionString' in server)) return { ...server, ...change };
  const url = new URL(server.connectionString);
  for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value);
  return { connectionString: url.href };
}

test('a database whose secrets were sealed with another key is refused, and so is that of the other environment', async () => {
  await (await open()).db.close();
  await (await open()).db.close();
  const refusal = {
    name: 'StartupError',
    message: /encrypted with another key: restore DATA_DIR\/secret\.key/,
  };
  await assert.rejects(open({ key: 2 }), refusal);
  await assert.rejects(open({ name: 'sandbox' }), refusal);
});

test('[RUN-6] a database that refuses its user, or is gone, is told in one line', async () => {
  const user = `environment_${process.pid}`;
  await runOn(sharedServer(), `CREATE ROLE ${user} LOGIN`);
  try {
    await assert.rejects(open({ on: changed({ user }) }), {
      name: 'StartupError',
      message: /^the production database rejects its user \(permission denied .*\): make that user the owner/,
    });
  } finally {
    await runOn(sharedServer(), `DROP ROLE ${user}`);
  }
  await assert.rejects(open({ on: changed({ host: directory }) }), {
    name: 'StartupError',
    message: /^lost the connection to the production database: connect ENOENT/,
  });
});

test('[FILE-27] whoever would keep the files of a database elsewhere than its other processes is refused', async (t) => {
  const [shared, own] = [join(directory, 'shared'), join(directory, 'own')];
  const { connection: on, drop } = await cloneDatabase(null);
  t.onTestFinished(drop);
  const pair = await Promise.all([open({ on, dataDir: shared }), open({ on, dataDir: shared })]);
  for (const env of pair) await env.db.close();
  const refused = await open({ on, dataDir: own }).then(
    () => assert.fail('it was let in'),
    (error: Error) => error,
  );
  assert.equal(refused.name, 'StartupError');
  assert.match(
    refused.message,
    /own\/files\/production is not the file store of this database: set DATA_DIR/,
  );
  const [, id = '', path = ''] = /write (\w+) into (\S+)$/.exec(refused.message) ?? [];
  await writeFile(path, `${id}\n`);
  await (await open({ on, dataDir: own })).db.close();
});

test('[FILE-22] the files of another database are not taken for left-overs: it is refused', async () => {
  const env = await open();
  const bytes = await env.files.receive(Readable.from([Buffer.from('an upload')]), 100);
  await bytes.keep();
  await env.db.close();
  const other = await cloneDatabase(null);
  try {
    await assert.rejects(open({ on: other.connection }), {
      name: 'StartupError',
      message:
        /files\/production contains the files of another database: start with that database, or set DATA_DIR/,
    });
    assert.deepEqual(await readFile(env.files.pathOf(bytes.sha256), 'utf8'), 'an upload');
    await (await open()).db.close();
    await rm(env.files.pathOf(bytes.sha256).slice(0, -63), { recursive: true });
    await (await open({ on: other.connection })).db.close();
  } finally {
    await other.drop();
  }
});
