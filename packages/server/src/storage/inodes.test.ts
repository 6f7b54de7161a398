import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { asApiError } from '../http/error-handler.ts';
import { explainFileError } from './file-error.ts';

const disk = mkdtempSync(join(tmpdir(), 'rb-inodes-'));
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,nr_inodes=8', 'tmpfs', disk]);
afterAll(() => {
  if (mounted.status === 0) spawnSync('umount', ['--lazy', disk]);
  rmSync(disk, { recursive: true, force: true });
});
const needed = { skip: mounted.status !== 0 };

function makeFiles(): unknown {
  for (let count = 0; count < 100; count++) {
    try {
      writeFileSync(join(disk, `${count}`), '');
    } catch (error) {
      return error;
    }
  }
}

test('[RUN-20] [STORE-17] a disk that has space and no free inodes is not called full', needed, () => {
  const error = makeFiles() as NodeJS.ErrnoException;
  assert.equal(error.code, 'ENOSPC');
  const { message } = explainFileError(error, disk) as Error;
  assert.match(message, /the disk has no free inodes/);
  const below = explainFileError(error, join(disk, 'not', 'there')) as Error;
  assert.match(below.message, /the disk has no free inodes/);
  const answer = asApiError(error, {} as never);
  assert.deepEqual(
    [answer.status, answer.message],
    [503, 'the server’s disk can hold no more files (no free inodes)'],
  );
  assert.equal(answer.retryAfter, 60);

  rmSync(join(disk, '0'));
  assert.match((explainFileError(error, disk) as Error).message, /the disk is full/);
  assert.equal(asApiError(error, {} as never).message, 'the server’s disk is full');
});
