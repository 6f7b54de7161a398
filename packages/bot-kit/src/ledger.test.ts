import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { fileLedger, memoryLedger } from './ledger.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ringbinder-ledger-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a ledger knows what was dealt with, by org, in whatever order it came', async () => {
  for (const ledger of [memoryLedger(), await fileLedger(join(folder, 'orders/one'))]) {
    await ledger.add({ orgId: 'O1', sequence: 7 });
    await ledger.add({ orgId: 'O1', sequence: 5 });
    const has = (orgId: string, sequence: number) => ledger.has({ orgId, sequence });
    assert.deepEqual(await Promise.all([has('O1', 7), has('O1', 6), has('O1', 5), has('O2', 7)]), [
      true,
      false,
      true,
      false,
    ]);
    await ledger.moveCursor('O1', 6);
    assert.equal(await ledger.cursor('O1'), 6);
    assert.equal(await has('O1', 6), true);
    await ledger.moveCursor('O1', 3);
    assert.equal(await ledger.cursor('O1'), 6, 'it never goes back');
  }
});

test('a ledger in a file outlives the process, even one that died while it wrote', async () => {
  const path = join(folder, 'kept');
  const first = await fileLedger(path);
  await first.moveCursor('O1', 3);
  await first.add({ orgId: 'O1', sequence: 5 });
  await appendFile(path, 'event O1 9');
  const second = await fileLedger(path);
  assert.equal(await second.cursor('O1'), 3);
  assert.equal(await second.has({ orgId: 'O1', sequence: 5 }), true);
  assert.equal(await second.has({ orgId: 'O1', sequence: 9 }), false, 'the line had no end');
  await second.add({ orgId: 'O1', sequence: 4 });
  const third = await fileLedger(path);
  assert.equal(await third.has({ orgId: 'O1', sequence: 4 }), true);
});

test('a ledger that cannot be kept says so', async () => {
  await assert.rejects(fileLedger(folder), { code: 'EISDIR' });
});
