import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { openLines } from './lines.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ringbinder-lines-'));
});
afterAll(() => rm(folder, { recursive: true }));

const linesOf = async (path: string) => (await readFile(path, 'utf8')).split('\n').slice(0, -1);

test('lines that are appended at once are all there when they have ended, in their order', async () => {
  const path = join(folder, 'many');
  const lines = await openLines(path, () => []);
  const expected = Array.from({ length: 500 }, (_, number) => `line ${number}`);
  await Promise.all(expected.map((line) => lines.append(line)));
  assert.deepEqual(await linesOf(path), expected);
});

test('a file that has become long is written anew, and loses nothing', async () => {
  const path = join(folder, 'long');
  const read: string[] = [];
  const lines = await openLines(path, () => [`known ${read.length}`], 10);
  let longest = 0;
  for (let number = 1; number <= 100; number++) {
    await lines.append(`line ${number}`);
    read.push(`line ${number}`);
    const now = await linesOf(path);
    assert.equal(now.at(-1), `line ${number}`);
    longest = Math.max(longest, now.length);
  }
  assert.ok(longest < 20, `${longest} lines`);
});

test('a line that cannot be written is said to be so, and the next one is tried again', async () => {
  const path = join(folder, 'gone', 'file');
  await assert.rejects(
    openLines(path, () => []),
    { code: 'ENOENT' },
  );
  const there = join(folder, 'there');
  const lines = await openLines(there, () => [], 1);
  await lines.append('one');
  await rm(folder, { recursive: true });
  await assert.rejects(lines.append('two'), { code: 'ENOENT' });
  folder = await mkdtemp(join(tmpdir(), 'ringbinder-lines-'));
});
