import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { loadMasterKey } from './master-key.ts';

const base = mkdtempSync(join(tmpdir(), 'ringbinder-key-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const newDirectory = () => mkdtempSync(join(base, 'data-'));

test('a key is made once, and only its owner can read it', async () => {
  const directory = newDirectory();
  const key = await loadMasterKey(directory, undefined);
  assert.equal(key.length, 32);
  assert.equal(statSync(join(directory, 'secret.key')).mode & 0o777, 0o600);
  assert.deepEqual(await loadMasterKey(directory, undefined), key);
  assert.notDeepEqual(await loadMasterKey(newDirectory(), undefined), key);
});

test('of processes that start at once all use the same key, and nothing is left over', async () => {
  const directory = newDirectory();
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadMasterKey(directory, undefined)));
  for (const key of keys) assert.deepEqual(key, keys[0]);
  assert.deepEqual(readdirSync(directory), ['secret.key']);
  assert.equal(readFileSync(join(directory, 'secret.key'), 'utf8'), `${keys[0]?.toString('hex')}\n`);
});

test('SECRET_KEY goes before the file, and makes none', async () => {
  const directory = newDirectory();
  assert.deepEqual(await loadMasterKey(directory, 'ab'.repeat(32)), Buffer.alloc(32, 0xab));
  assert.deepEqual(readdirSync(directory), []);
});

test('[RUN-6] a file that holds something else, or cannot be read, is told in one line and left alone', async () => {
  const directory = newDirectory();
  const path = join(directory, 'secret.key');
  for (const text of ['', 'ab'.repeat(31), `${'xy'.repeat(32)}\n`]) {
    writeFileSync(path, text);
    await assert.rejects(loadMasterKey(directory, undefined), {
      name: 'StartupError',
      message: `${path} must contain 64 hexadecimal digits: restore it from a backup`,
    });
    assert.equal(readFileSync(path, 'utf8'), text);
  }
  rmSync(path);
  mkdirSync(path);
  await assert.rejects(loadMasterKey(directory, undefined), {
    name: 'StartupError',
    message: /cannot be read: EISDIR/,
  });
});
