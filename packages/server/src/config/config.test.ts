import assert from 'node:assert/strict';
import { startService } from '@ringbinder/testkit';
import { test } from 'vitest';
import { publicUrlWarning, readConfig } from './config.ts';

const RANDOM_KEY = 'c0ffee11d2e3f4a5b6978877665544332211009988aabbccddeeff0123456789';

test('[RUN-6] [SECRET-4] a key that nobody made at random is refused', () => {
  assert.equal(readConfig({ SECRET_KEY: RANDOM_KEY }).secretKey, RANDOM_KEY);
  for (const key of ['00'.repeat(32), 'FF'.repeat(32), '0123456789abcdef'.repeat(4).slice(0, 8).repeat(8)])
    assert.throws(() => readConfig({ SECRET_KEY: key }), /SECRET_KEY must be random/);
});

test('[RUN-22] in production a public address that is missing or plain http is warned of, and a loopback one is not', () => {
  const warningFor = (PUBLIC_URL: string, NODE_ENV = 'production') =>
    publicUrlWarning(readConfig({ PUBLIC_URL, NODE_ENV }), 'http://127.0.0.1:8400');
  assert.match(warningFor('http://binders.example.com') ?? '', /plain http/);
  assert.match(warningFor('') ?? '', /not set.*127\.0\.0\.1:8400/);
  for (const fine of [
    'https://binders.example.com',
    'http://localhost:8400',
    'http://127.0.0.1',
    'http://[::1]:1',
  ])
    assert.equal(warningFor(fine), undefined, fine);
  assert.equal(warningFor('http://binders.example.com', 'development'), undefined);
});

test('[STORE-27] a replica is one server beside DATABASE_URL, or the server does not start', () => {
  const DATABASE_URL = 'postgres://ringbinder@db1/ringbinder';
  const DATABASE_REPLICA_URL = 'postgres://ringbinder@db2/ringbinder';
  assert.equal(readConfig({ DATABASE_URL, DATABASE_REPLICA_URL }).databaseReplicaUrl, DATABASE_REPLICA_URL);
  assert.throws(
    () => readConfig({ DATABASE_REPLICA_URL }),
    /^StartupError: DATABASE_REPLICA_URL needs DATABASE_URL/,
  );
  const two = 'postgres://ringbinder@db2,db3/ringbinder';
  assert.throws(() => readConfig({ DATABASE_URL, DATABASE_REPLICA_URL: two }), /must name one server/);
});

test('[HTTP-31] browsers are told to come by https only where the public address is https', async (context) => {
  const plain = await startService();
  context.onTestFinished(() => plain.close());
  const secure = await startService({ beside: plain, config: { publicUrl: 'https://binders.example.com' } });
  context.onTestFinished(() => secure.close());
  for (const path of ['/v1/me', '/sign-in', '/healthz', '/no-such-page', '/admin']) {
    const header = async (origin: string) =>
      (await fetch(`${origin}${path}`, { redirect: 'manual' })).headers.get('strict-transport-security');
    assert.equal(await header(secure.origin), 'max-age=31536000', path);
    assert.equal(await header(plain.origin), null, path);
  }
});

test('[MEET-10] the settings of LiveKit come together, or the server does not start', () => {
  const all = {
    LIVEKIT_URL: 'wss://livekit.example.com',
    LIVEKIT_API_KEY: 'API1',
    LIVEKIT_API_SECRET: 's'.repeat(32),
  };
  assert.equal(readConfig({ ...all, LIVEKIT_EGRESS_DIR: '/out/' }).livekitEgressDir, '/out');
  assert.equal(
    readConfig({ ...all, LIVEKIT_URL: 'wss://livekit.example.com:7880/' }).livekitUrl,
    `${all.LIVEKIT_URL}:7880`,
  );
  const refused: [Record<string, string>, RegExp][] = [
    [{ ...all, LIVEKIT_API_SECRET: '' }, /^LIVEKIT_URL needs LIVEKIT_API_SECRET$/],
    [{ LIVEKIT_API_KEY: 'API1' }, /^LIVEKIT_API_KEY needs LIVEKIT_URL$/],
    [{ ...all, LIVEKIT_API_SECRET: 'short' }, /LIVEKIT_API_SECRET must have 32/],
    [{ ...all, LIVEKIT_URL: 'https://livekit.example.com' }, /LIVEKIT_URL must be an address like wss:/],
    [{ ...all, LIVEKIT_URL: 'wss://a.example/rtc' }, /without a path/],
    [{ ...all, LIVEKIT_EGRESS_DIR: 'out' }, /absolute path/],
    [{ LIVEKIT_EGRESS_DIR: '/out' }, /needs LIVEKIT_URL/],
  ];
  for (const [variables, message] of refused)
    assert.throws(
      () => readConfig(variables),
      (error: Error) => message.test(error.message) && !error.message.includes('short'),
    );
});

test('[BACKUP-5] settings of backups are read, and refused with a reason', () => {
  const { backupUrl, backupAt, backupKeep } = readConfig({
    DATA_DIR: '/data',
    BACKUP_URL: '/backup',
    BACKUP_AT: '23:05',
    BACKUP_KEEP: '14 daily',
  });
  assert.deepEqual(backupUrl, { directory: '/backup' });
  assert.equal(backupAt, 23 * 60 + 5);
  assert.deepEqual(backupKeep, { daily: 14, weekly: 0 });
  const refused: [Record<string, string>, RegExp][] = [
    [{ BACKUP_AT: '24:00' }, /BACKUP_AT must be a time/],
    [{ BACKUP_KEEP: '0 daily' }, /BACKUP_KEEP must be like/],
    [{ BACKUP_KEY: 'short' }, /BACKUP_KEY must be 64 hexadecimal digits/],
    [{ BACKUP_URL: 's3://' }, /BACKUP_URL must be an address like/],
    [{ DATA_DIR: '/data', BACKUP_URL: '/data/backup' }, /BACKUP_URL must be outside of DATA_DIR/],
  ];
  for (const [variables, reason] of refused) assert.throws(() => readConfig(variables), reason);
});
