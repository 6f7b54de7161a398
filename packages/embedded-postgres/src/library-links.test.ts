import assert from 'node:assert/strict';
import { cpSync, lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { locateBinaries } from './binaries.ts';
import { linkLibraries } from './library-links.ts';
import { hold } from './testing/child.ts';
import { scratch, scratchDatabase } from './testing/scratch.ts';

test('missing library links are made, by two starts at once', async () => {
  const { native } = await locateBinaries();
  const copy = join(scratch('package'), 'native');
  cpSync(native, copy, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
  cpSync(join(native, '..', 'package.json'), join(copy, '..', 'package.json'));
  const holders = [await scratchDatabase(), await scratchDatabase()].map((directory) =>
    hold({ directory, native: copy }),
  );
  const reports = await Promise.all(holders.map(({ report }) => report));
  assert.deepEqual(
    reports.map(({ event, message }) => message ?? event),
    ['ready', 'ready'],
  );
  const list: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(copy, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { target } of list) assert.ok(!readlinkSync(join(copy, '..', target)).includes('/'));
  await Promise.all(holders.map((holder) => holder.stop()));
  rmSync(copy, { recursive: true });
});

test('a link that cannot be made is told in one line', async () => {
  const root = scratch('package');
  mkdirSync(join(root, 'native'), { recursive: true });
  const list = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(root, 'native', 'pg-symlinks.json'), JSON.stringify(list));
  await assert.rejects(linkLibraries(join(root, 'native')), {
    name: 'EmbeddedPostgresError',
    message: /lacks the library link .*libpq\.so\.5, which cannot be created \(ENOENT\)\. Run "npm rebuild"/,
  });
});
