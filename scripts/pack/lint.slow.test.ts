import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { packAll } from './pack.ts';

const run = promisify(execFile);
const bin = (name: string) => join(import.meta.dirname, '../../node_modules/.bin', name);

test('publint and are-the-types-wrong find nothing wrong with the tarballs', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'ringbinder-tarballs-'));
  try {
    for (const tarball of await packAll(directory)) {
      const linted = run(bin('publint'), ['--strict', tarball]);
      await linted.catch(({ stdout }) => assert.fail(stdout));
      const resolved = run(bin('attw'), [tarball, '--profile', 'esm-only', '--format', 'ascii']);
      await resolved.catch(({ stdout }) => assert.fail(stdout));
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
