import assert from 'node:assert/strict';
import { test } from 'vitest';
import { explainFileError } from './file-error.ts';
import { StartupError } from './startup-error.ts';

const systemError = (syscall: string, code: string) =>
  Object.assign(new Error(`${syscall} ${code}`), { syscall, code });

test('[RUN-20] what a file cannot take is told of its directory, and a connection that breaks is not', () => {
  const full = explainFileError(systemError('write', 'ENOSPC'), '/data');
  assert.ok(full instanceof StartupError);
  assert.match(full.message, /^Cannot write to the directory \/data: the disk is full\./);
  for (const [syscall, code] of [
    ['write', 'EPIPE'],
    ['read', 'ECONNRESET'],
    ['connect', 'ECONNREFUSED'],
  ] as const) {
    const error = systemError(syscall, code);
    assert.equal(explainFileError(error, '/data'), error);
  }
});
