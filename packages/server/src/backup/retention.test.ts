import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { openBackupPlace } from './place.ts';
import { removeOldBackups, retainedBackups } from './retention.ts';
import { chunksOf, openBackupStore } from './store.ts';

const directory = await mkdtemp(join(tmpdir(), 'ringbinder-retention-'));
afterAll(() => rm(directory, { recursive: true }));

const backup = (began_at: string) => ({ began_at });

test('[BACKUP-10] the latest backup of each of the last days and weeks is retained, and of days without one none is missed', () => {
  const times = Array.from({ length: 60 }, (_, day) => new Date(Date.UTC(2026, 8, 1 + day, 2)).toISOString());
  const manifests = [...times, '2026-10-30T11:00:00.000Z', '2026-11-09T02:00:00.000Z'].map(backup);
  const { daily, weekly } = retainedBackups(manifests, { daily: 3, weekly: 3 });
  assert.deepEqual(
    daily.map((each) => each.began_at),
    ['2026-10-29T02:00:00.000Z', '2026-10-30T11:00:00.000Z', '2026-11-09T02:00:00.000Z'],
  );
  assert.deepEqual(
    weekly.map((each) => each.began_at),
    // A week ends on Sunday.
    ['2026-10-25T02:00:00.000Z', '2026-10-30T11:00:00.000Z', '2026-11-09T02:00:00.000Z'],
  );
});

test('[BACKUP-10] the newest backup is always retained', () => {
  const manifests = [backup('2026-11-01T02:00:00.000Z'), backup('2026-11-01T03:00:00.000Z')];
  assert.deepEqual(retainedBackups(manifests, { daily: 1, weekly: 0 }), {
    daily: [manifests[1]],
    weekly: [],
  });
});

test('[BACKUP-10] incomplete objects of processes that died are removed after a day', async () => {
  const store = openBackupStore(await openBackupPlace({ directory }, { creates: true }), undefined);
  await store.write('object', chunksOf(Buffer.alloc(1)));
  const arriving = (name: string) => join(directory, 'arriving', name);
  for (const name of ['old', 'new']) await writeFile(arriving(name), 'a part');
  const old = Date.now() / 1_000 - 25 * 60 * 60;
  await utimes(arriving('old'), old, old);
  await removeOldBackups(store, { daily: 1, weekly: 0 });
  assert.deepEqual(await readdir(join(directory, 'arriving')), ['new']);
});

test('[BACKUP-10] a list goes on when objects are removed meanwhile', async () => {
  const place = await openBackupPlace({ directory }, { creates: true });
  const store = openBackupStore(place, undefined);
  await store.write('many/000', chunksOf(Buffer.alloc(1)));
  for (let number = 1; number < 1_500; number++) await writeFile(join(directory, `many/${number}`), '');
  const listed: string[] = [];
  for await (const page of place.list('many/')) {
    listed.push(...page.map(({ key }) => key));
    await place.removeFolder('many/');
  }
  assert.equal(listed.length, 1_000);
});
