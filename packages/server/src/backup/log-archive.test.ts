import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@ringbinder/embedded-postgres';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { openLocalFileStore } from '../storage/files/index.ts';
import { type DatabasePool, openDatabase } from '../storage/pool.ts';
import type { BackupSource } from './create.ts';
import { createLogArchive } from './log-archive.ts';
import { coverOf, findLog, pieceKey } from './log-objects.ts';
import { writeManifest } from './manifest.ts';
import { openBackupPlace } from './place.ts';
import { openBackupStore } from './store.ts';
import { makeManifest } from './testing/manifest.ts';

const directory = await mkdtemp(join(tmpdir(), 'ringbinder-log-'));
// If root runs the test, the database server runs as another user.
await chmod(directory, 0o711);
const running: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of running) await stop();
  await rm(directory, { recursive: true });
});

const files = await openLocalFileStore(join(directory, 'files'));

async function startDatabase(name: string, settings: Record<string, string> = {}) {
  const server = await startEmbeddedPostgres({
    directory: join(directory, name),
    settings: { fsync: 'off', shared_buffers: '2MB', ...settings },
  });
  const db = openDatabase(server.connection('postgres'), { max: 2 });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= db.close().then(() => server.stop());
    return stopped;
  };
  running.push(stop);
  await db.query('CREATE TABLE IF NOT EXISTS blobs (sha256 text, size bigint, xid xid8)');
  await db.query('CREATE TABLE IF NOT EXISTS filler (text text)');
  return { connection: server.connection('postgres'), db, stop };
}

async function openArchive(
  { connection, db }: Awaited<ReturnType<typeof startDatabase>>,
  place: string,
  query: DatabasePool['query'] = db.query,
) {
  const source: BackupSource = {
    connection,
    isEmbedded: true,
    environments: {
      production: { name: 'production', db: { ...db, query }, files },
      sandbox: { name: 'sandbox', db, files },
    },
    secretKeyPath: join(directory, 'secret.key'),
    slot: 'ringbinder_test',
  };
  const store = openBackupStore(
    await openBackupPlace({ directory: join(directory, place) }, { creates: true }),
    undefined,
  );
  return { archive: createLogArchive(source, async () => store), store };
}

const writeLog = (db: DatabasePool) =>
  db.query('INSERT INTO filler SELECT md5(n::text) FROM generate_series(1, 20000) AS n');

test('[BACKUP-6] a slot does not remain on a server that would retain its log without a limit', async () => {
  const slots = (db: DatabasePool) => db.query('SELECT slot_name FROM pg_replication_slots');
  const limited = await startDatabase('unlimited');
  const first = await openArchive(limited, 'unlimited-place');
  assert.equal(await first.archive.archive(), true);
  assert.deepEqual(await slots(limited.db), [{ slot_name: 'ringbinder_test' }]);
  first.archive.close();
  await limited.stop();
  const unlimited = await startDatabase('unlimited', { max_slot_wal_keep_size: '-1' });
  const second = await openArchive(unlimited, 'unlimited-place');
  assert.equal(await second.archive.archive(), true);
  assert.deepEqual(await slots(unlimited.db), []);
  second.archive.close();
  await unlimited.stop();
});

test('[BACKUP-7] the archive claims a time when it has the log of that time, not earlier', async () => {
  const server = await startDatabase('behind');
  let isAhead = true;
  const { archive } = await openArchive(server, 'behind-place', async (text, values) => {
    const rows = await server.db.query<never>(text, values);
    const [row] = rows as { lsn?: string }[];
    if (!isAhead || !row?.lsn) return rows;
    const [ahead] = await server.db.query(`SELECT ($1::pg_lsn + 1000000)::text AS lsn`, [row.lsn]);
    return [{ ...row, ...ahead }] as never[];
  });
  assert.equal(await archive.archive(), true);
  assert.equal(archive.lag(), undefined);
  isAhead = false;
  await writeLog(server.db);
  const arrived = () => archive.archive().then(() => archive.lag() !== undefined);
  await until('the log has arrived', arrived);
  archive.close();
  await server.stop();
});

test('[BACKUP-6] after a backup, the archive finds out whether it continues it', async () => {
  const server = await startDatabase('continuous');
  const { archive, store } = await openArchive(server, 'continuous-place');
  const [postgres] = await server.db.query<{ system_id: string; end: string }>(
    'SELECT system_identifier::text AS system_id, pg_current_wal_lsn()::text AS end FROM pg_control_system()',
  );
  const archived = () => until('it archives', () => archive.archive());
  await writeManifest(store, await makeManifest(store, '2026-11-26T02-00-00Z', postgres));
  await archived();
  assert.equal(archive.isContinuous(), true);
  await writeManifest(store, await makeManifest(store, '2026-11-27T02-00-00Z', { ...postgres, timeline: 2 }));
  archive.continueLatest();
  assert.equal(archive.isContinuous(), undefined);
  await archived();
  assert.equal(archive.isContinuous(), false);
  archive.close();
  await server.stop();
});

test('[BACKUP-6] an archive that would be a synchronous standby, and stop all writes, is refused', async () => {
  const settings = { synchronous_standby_names: 'FIRST 1 (db2, *)', synchronous_commit: 'local' };
  const server = await startDatabase('synchronous', settings);
  const { archive } = await openArchive(server, 'synchronous-place');
  await assert.rejects(archive.archive(), /synchronous_standby_names contains \*: name the standbys/);
  await server.stop();
});

test('[BACKUP-6] many pieces of a segment are merged', async () => {
  const server = await startDatabase('pieces');
  const { archive, store } = await openArchive(server, 'pieces-place');
  const [row] = await server.db.query<{ segment: number }>(
    "SELECT (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint / 16777216 AS segment",
  );
  const segment = BigInt(row?.segment ?? 0);
  for (let from = 0; from < 100; from++)
    await store.pack(pieceKey(1, segment, from, from + 1), Buffer.alloc(1));
  const pieces = async () => (await findLog(store, 1, 16 * 1024 ** 2, segment)).get(segment) ?? [];
  await until('the pieces are merged', async () => {
    await archive.archive();
    return (await pieces()).length < 100;
  });
  const { objects, end } = coverOf(await pieces());
  assert.equal(objects[0]?.from, 0);
  assert.ok(end > 1_000 && end < 16 * 1024 ** 2, `${end}`);
  archive.close();
  await server.stop();
});
