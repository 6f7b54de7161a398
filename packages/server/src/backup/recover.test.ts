import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { tarHeader } from '../storage/tar.ts';
import { prepareRecovery } from './recover.ts';
import { chunksOf } from './store.ts';
import { untar } from './untar.ts';

const directory = await mkdtemp(join(tmpdir(), 'ringbinder-recover-'));
afterAll(() => rm(directory, { recursive: true }));

async function readSettings(): Promise<Map<string, string>> {
  const text = await readFile(join(directory, 'postgresql.auto.conf'), 'utf8');
  return new Map(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(' = ') as [string, string]),
  );
}

test('[BACKUP-7] a copied database has the target of its last restore alone', async () => {
  await prepareRecovery(directory, { at: Date.parse('2026-11-27T14:05:00Z') });
  assert.equal((await readSettings()).get('recovery_target_time'), "'2026-11-27T14:05:00.000+00:00'");
  await prepareRecovery(directory, { lsn: 0x1a2b3c4dn });
  const settings = await readSettings();
  assert.equal(settings.get('recovery_target_time'), "''");
  assert.equal(settings.get('recovery_target_lsn'), "'0/1A2B3C4D'");
  await prepareRecovery(directory, undefined);
  assert.equal((await readSettings()).get('recovery_target_lsn'), "''");
});

test('[BACKUP-3] a file of 8 GiB or more in the database is restored', async () => {
  const header = tarHeader('large', 9 * 1024 ** 3);
  await assert.rejects(
    untar(chunksOf(header, Buffer.alloc(1_000)), join(directory, 'data')),
    /the end of the tar is missing/,
  );
});
