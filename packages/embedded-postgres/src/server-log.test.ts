import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'vitest';
import { boundLog, lastLines, logSize, openLog, readLog } from './server-log.ts';
import { scratch } from './testing/scratch.ts';

const self = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 };

function scratchLog(): string {
  const path = scratch('server.log');
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

test('a log that has grown too long is moved aside under a server that goes on writing to it', async () => {
  const path = scratchLog();
  const file = await openLog(path, self);
  writeSync(file.fd, 'old '.repeat(100));
  await boundLog(path, 500);
  assert.equal(await logSize(path), 400);
  await boundLog(path, 399);
  writeSync(file.fd, 'new');
  assert.equal(readFileSync(path, 'utf8'), 'new');
  assert.equal(statSync(`${path}.1`).size, 400);
  await file.close();
});

test('a log is read from an offset on, its end when that is long, and all of it when it was emptied since', async () => {
  const path = scratchLog();
  assert.equal(await readLog(path), '');
  assert.equal(await logSize(path), 0);
  const file = await openLog(path, self);
  writeSync(file.fd, 'first\n\nsecond\nthird\n');
  assert.equal(await readLog(path, 6), '\nsecond\nthird\n');
  assert.equal(await readLog(path, 1000), 'first\n\nsecond\nthird\n');
  assert.equal(lastLines(await readLog(path), 2), 'second\nthird');
  writeSync(file.fd, 'x'.repeat(100_000));
  assert.equal((await readLog(path)).length, 64 * 1024);
  await file.close();
});
