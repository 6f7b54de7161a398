import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloneDatabase, startService, type TestService } from '@ringbinder/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { openEnvironment, type SharedParts } from '../environment/open.ts';
import { prepareDemo } from '../features/demo/index.ts';
import { loadMasterKey } from './master-key.ts';
import { deriveSecrets } from './secrets.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ringbinder-secrets-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test('[SECRET-1] what is sealed opens again, differs each time, and shows nothing of itself', () => {
  const secrets = deriveSecrets(randomBytes(32), 'production');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 4 }), (text) => {
      const sealed = secrets.seal(text);
      assert.equal(secrets.open(sealed), text);
      assert.ok(!sealed.includes(Buffer.from(text)));
      assert.ok(!sealed.equals(secrets.seal(text)));
      assert.equal(sealed.length, 12 + Buffer.byteLength(text) + 16);
    }),
    { numRuns: 50 },
  );
});

test('[SECRET-1] a changed byte, another key and another purpose do not open it', () => {
  const key = randomBytes(32);
  const secrets = deriveSecrets(key, 'production');
  const sealed = secrets.seal('secret');
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    assert.throws(() => secrets.open(changed));
  }
  assert.throws(() => secrets.open(sealed.subarray(0, 20)));
  assert.throws(() => deriveSecrets(randomBytes(32), 'production').open(sealed));
  assert.throws(() => deriveSecrets(key, 'sandbox').open(sealed));
  assert.notEqual(deriveSecrets(key, 'sandbox').sign('x'), secrets.sign('x'));
  assert.equal(deriveSecrets(key, 'production').sign('x'), secrets.sign('x'));
  assert.ok(!secrets.fingerprint.includes(key.toString('hex').slice(0, 8)));
});

async function dump(service: TestService): Promise<string> {
  const { db } = service.env;
  const tables = await db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  assert.ok(tables.length > 10);
  const rows = await Promise.all(
    tables.map(({ name }) => db.query(`SELECT row_to_json(t)::text AS row FROM "${name}" t`)),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n');
}

test('[SECRET-1] no client secret, webhook secret, password or token stands in the database in clear', async () => {
  const service = await startService({ environments: ['production', 'sandbox'] });
  const { production, sandbox } = service.environments;
  assert.ok(production && sandbox);
  const demo = await prepareDemo(service.directory, { production, sandbox });
  assert.ok(demo);
  const { client, bot, users } = demo;
  const token = await service.call('POST', '/oauth/token', {
    form: {
      client_id: client.client_id,
      client_secret: client.client_secret,
      grant_type: 'http://www.service.com/auth_uniqueid',
      uniqueid: users[0]?.unique_id ?? '',
      timestamp: String(service.clock.now()),
    },
  });
  const text = await dump(service);
  assert.ok(text.includes(client.client_id) && text.includes(users[0]?.email ?? 'none'));
  for (const secret of [
    client.client_secret,
    bot.client_secret,
    bot.webhook_secret,
    token.body.access_token,
    ...users.map(({ password }) => password),
  ]) {
    assert.ok(!text.includes(secret), `the database has ${secret}`);
    assert.ok(!text.includes(Buffer.from(secret).toString('hex')));
  }
  await service.close();
});

test('[SECRET-2] the key comes from SECRET_KEY, else from DATA_DIR/secret.key, made with mode 600', async () => {
  const configured = randomBytes(32);
  const { secretKey } = readConfig({ SECRET_KEY: configured.toString('hex').toUpperCase() });
  assert.deepEqual(await loadMasterKey(join(directory, 'unused'), secretKey), configured);
  await assert.rejects(stat(join(directory, 'unused')), { code: 'ENOENT' });
  for (const text of ['short', 'g'.repeat(64), 'a'.repeat(63)]) {
    assert.throws(() => readConfig({ SECRET_KEY: text }), /SECRET_KEY must be 64 hexadecimal digits/);
  }
  const dataDir = join(directory, 'made');
  const [first, second] = await Promise.all([
    loadMasterKey(dataDir, undefined),
    loadMasterKey(dataDir, undefined),
  ]);
  assert.equal(first.length, 32);
  assert.deepEqual(first, second);
  assert.deepEqual(await loadMasterKey(dataDir, undefined), first);
  const path = join(dataDir, 'secret.key');
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.equal((await readFile(path, 'utf8')).trim(), first.toString('hex'));
});

test('[SECRET-2] a key file that holds something else is refused and left as it is', async () => {
  const path = join(directory, 'secret.key');
  await writeFile(path, 'not a key\n');
  await chmod(path, 0o600);
  await assert.rejects(loadMasterKey(directory, undefined), /^StartupError: .*secret\.key must contain 64/);
  assert.equal(await readFile(path, 'utf8'), 'not a key\n');
});

test('[SECRET-3] a database that was begun with another key is refused with one clear line', async () => {
  const database = await cloneDatabase();
  const service = await startService();
  const { config, ids, media, meetEngine, log, closing, cutOff } = service.env;
  const shared = {
    config,
    clock: service.clock,
    ids,
    media,
    meetEngine,
    log,
    closing,
    cutOff,
    origin: () => '',
  };
  const open = (masterKey: Buffer) =>
    openEnvironment('production', database.connection, { ...shared, masterKey } as SharedParts);
  const key = randomBytes(32);
  const first = await open(key);
  await first.db.close();
  await assert.rejects(open(randomBytes(32)), (error: Error) => {
    assert.equal(error.name, 'StartupError');
    assert.match(error.message, /another key.*secret\.key.*SECRET_KEY/);
    assert.ok(!error.message.includes('\n'));
    return true;
  });
  const again = await open(key);
  await again.db.close();
  await service.close();
  await database.drop();
});
