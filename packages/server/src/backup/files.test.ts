import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, test } from 'vitest';
import { openLocalFileStore } from '../storage/files/index.ts';
import { startS3 } from '../storage/files/testing/s3-server.ts';
import type { DatabasePool } from '../storage/pool.ts';
import { copyNewFiles, fileKey } from './files.ts';
import { openBackupPlace } from './place.ts';
import { openBackupStore } from './store.ts';

const directory = await mkdtemp(join(tmpdir(), 'ringbinder-backup-files-'));
const s3 = await startS3();
afterAll(async () => {
  await s3.close();
  await rm(directory, { recursive: true });
});

const files = await openLocalFileStore(join(directory, 'files'));
const received = await files.receive(Readable.from([randomBytes(100)]), 100);
await received.keep();
const present = received.sha256;
const absent = createHash('sha256').update('absent').digest('hex');

const copyTo = async (address: Parameters<typeof openBackupPlace>[0], remove?: () => Promise<void>) => {
  const store = openBackupStore(await openBackupPlace(address, { creates: true }), undefined);
  await remove?.();
  const blobs = [present, absent].map((sha256) => ({ sha256, size: 100 }));
  const db = { query: async () => blobs } as unknown as DatabasePool;
  const copied = await copyNewFiles({ name: 'production', db, files }, store, {
    hashes: new Set(),
    listedAt: 0,
  });
  return { copied, isStored: (await store.place.find(fileKey(present))) !== undefined };
};

for (const address of [{ directory: join(directory, 'place') }, s3.address])
  test(`[BACKUP-1] a file that the installation lost is named, and the others go to ${'directory' in address ? 'a directory' : 'S3'}`, async () => {
    const { copied, isStored } = await copyTo(address);
    assert.deepEqual(copied, { count: 1, bytes: 100, damaged: [absent] });
    assert.ok(isStored);
  });

test('[BACKUP-1] a directory that is away is not taken for files that the installation lost', async () => {
  const away = join(directory, 'away');
  await assert.rejects(
    copyTo({ directory: away }, () => rm(away, { recursive: true })),
    { code: 'ENOENT' },
  );
});
