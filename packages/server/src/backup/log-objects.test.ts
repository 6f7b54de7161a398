import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { pieceKey, restoreLog, segmentFile, segmentKey } from './log-objects.ts';
import type { Manifest } from './manifest.ts';
import { openBackupPlace } from './place.ts';
import { formatLsn, parseLsn } from './replication.ts';
import { placeLog } from './restore-point.ts';
import { openBackupStore } from './store.ts';

const directory = await mkdtemp(join(tmpdir(), 'ringbinder-log-'));
afterAll(() => rm(directory, { recursive: true }));

const SEGMENT = 1024 ** 2;
const filled = (size: number, value: number) => Buffer.alloc(size, value);

async function newStore(name: string) {
  const place = await openBackupPlace({ directory: join(directory, name) }, { creates: true });
  const into = join(directory, `${name}-pg_wal`);
  await mkdir(into);
  return { store: openBackupStore(place, undefined), into };
}

test('[BACKUP-6] segments and pieces of the archived log become the files of PostgreSQL, up to the first gap', async () => {
  const { store, into } = await newStore('gap');
  await store.pack(segmentKey(1, 2n), filled(SEGMENT, 2));
  await store.pack(pieceKey(1, 3n, 0, 100), filled(100, 3));
  await store.pack(pieceKey(1, 3n, 0, 60), filled(60, 3));
  await store.pack(pieceKey(1, 3n, 60, 400), filled(340, 4));
  await store.pack(pieceKey(1, 3n, 500, 600), filled(100, 5));
  await store.pack(segmentKey(1, 5n), filled(SEGMENT, 5));
  await store.pack(segmentKey(2, 2n), filled(SEGMENT, 9));
  const start = 2n * BigInt(SEGMENT) + 10n;
  const end = await restoreLog(store, { timeline: 1, segmentBytes: SEGMENT, start }, into);
  assert.equal(end, 3n * BigInt(SEGMENT) + 400n);
  assert.deepEqual(await readdir(into), ['000000010000000000000002', '000000010000000000000003']);
  const last = await readFile(join(into, '000000010000000000000003'));
  assert.equal(last.length, SEGMENT);
  assert.deepEqual([last[99], last[399], last[400]], [last[99], 4, 0]);
});

test('[BACKUP-6] without log after the backup nothing is written', async () => {
  const { store, into } = await newStore('none');
  await store.pack(pieceKey(1, 2n, 0, 100), filled(100, 1));
  const start = 2n * BigInt(SEGMENT) + 100n;
  assert.equal(await restoreLog(store, { timeline: 1, segmentBytes: SEGMENT, start }, into), undefined);
  assert.deepEqual(await readdir(into), []);
});

test('[BACKUP-4] a part of the log that is missing is named', async () => {
  const { store, into } = await newStore('missing');
  const end = formatLsn(2n * BigInt(SEGMENT) + 10n);
  const postgres = { timeline: 1, segment_bytes: SEGMENT, end };
  const status = { lsn: formatLsn(3n * BigInt(SEGMENT) + 50n), at: '2026-11-27T14:05:00.000Z' };
  const point = { manifest: { postgres } as Manifest, target: undefined, status };
  await store.pack(segmentKey(1, 2n), filled(SEGMENT, 2));
  const gap = await placeLog(store, point, into);
  assert.match(
    gap?.message ?? '',
    /damaged: wal\/00000001\/0000000000000003 in .* the log after 0\/300000 is missing/,
  );
  await store.pack(pieceKey(1, 3n, 0, 50), filled(50, 3));
  assert.equal(await placeLog(store, point, into), undefined);
});

test('log positions and file names are those of PostgreSQL', () => {
  assert.equal(formatLsn(parseLsn('1A/2B3C4D5E')), '1A/2B3C4D5E');
  assert.throws(() => parseLsn('1A2B'));
  assert.equal(segmentFile(1, 256n, 16 * 1024 ** 2), '000000010000000100000000');
  assert.equal(segmentFile(10, 255n, 16 * 1024 ** 2), '0000000A00000000000000FF');
});
