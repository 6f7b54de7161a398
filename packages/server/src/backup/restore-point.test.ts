import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { findStoredFiles } from './create.ts';
import { writeManifest } from './manifest.ts';
import { openBackupPlace } from './place.ts';
import { placeLog } from './restore-point.ts';
import { openBackupStore } from './store.ts';
import { makeManifest } from './testing/manifest.ts';

const directory = await mkdtemp(join(tmpdir(), 'ringbinder-point-'));
afterAll(() => rm(directory, { recursive: true }));

async function openStore(name: string) {
  const place = await openBackupPlace({ directory: join(directory, name) }, { creates: true });
  return openBackupStore(place, undefined);
}

test('[BACKUP-5] a place belongs to one installation, also before its first backup is complete', async () => {
  const store = await openStore('owned');
  await findStoredFiles(store, '1');
  await findStoredFiles(store, '1');
  await assert.rejects(findStoredFiles(store, '2'), /owned has backups of another installation/);
});

test('[BACKUP-7] a restored database begins a timeline after those of all backups', async () => {
  const store = await openStore('timelines');
  const manifest = await makeManifest(store, '2026-11-26T02-00-00Z');
  await writeManifest(store, manifest);
  await writeManifest(store, await makeManifest(store, '2026-11-27T02-00-00Z', { timeline: 3 }));
  const into = await mkdtemp(join(directory, 'wal-'));
  await placeLog(store, { manifest, target: undefined, status: undefined }, into);
  assert.deepEqual((await readdir(into)).sort(), ['00000002.history', '00000003.history']);
});
