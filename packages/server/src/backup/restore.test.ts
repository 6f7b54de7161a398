import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { openBucketOf } from '../storage/files/index.ts';
import { startS3 } from '../storage/files/testing/s3-server.ts';
import { openBackupPlace } from './place.ts';
import { restoreBackup } from './restore.ts';
import { openBackupStore } from './store.ts';
import { makeManifest } from './testing/manifest.ts';

const directory = await mkdtemp(join(tmpdir(), 'ringbinder-restore-'));
const s3 = await startS3();
afterAll(async () => {
  await s3.close();
  await rm(directory, { recursive: true });
});

test('[BACKUP-3] a bucket that has files is refused before anything is restored, unless the original is gone', async () => {
  const place = await openBackupPlace({ directory: join(directory, 'place') }, { creates: true });
  const store = openBackupStore(place, undefined);
  const dataDir = join(directory, 'data');
  const config = readConfig({ FILES_URL: s3.url, DATA_DIR: dataDir });
  const missing = { key: 'backups/x/database/000000', bytes: 1, sha256: '' };
  const manifest = {
    ...(await makeManifest(store, '2026-11-27T02-00-00Z')),
    database: { bytes: 1, parts: [missing] },
  };
  const restore = (sameFiles: boolean) =>
    restoreBackup(
      store,
      { manifest, target: undefined, status: undefined },
      {
        config,
        signal: new AbortController().signal,
        sameFiles,
        skipsMissing: false,
        onProgress: () => {},
        check: async () => {},
      },
    );
  await assert.rejects(restore(false), /database\/000000 .* it is missing/, 'an empty bucket');
  const bucket = await openBucketOf(s3.address);
  await bucket.put('sandbox/content/ab/cd', Buffer.from('a file of the original'));
  await assert.rejects(restore(false), /^StartupError: s3:.*sandbox\/ has files: set FILES_URL/);
  assert.deepEqual(await readdir(dataDir), []);
  await assert.rejects(restore(true), /database\/000000 .* it is missing/);
  assert.ok(await bucket.find('sandbox/content/ab/cd'));
  bucket.close();
});
