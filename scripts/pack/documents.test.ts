import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'vitest';
import { packDocuments } from './documents.ts';

const root = new URL('../..', import.meta.url).pathname;

test('[CONF-7] every link in the documents of a package leads to something in it', async () => {
  let followed = 0;
  for (const name of ['client', 'bot-kit', 'sdk', 'react', 'test-service']) {
    const directory = await mkdtemp(join(tmpdir(), 'ringbinder-documents-'));
    try {
      await packDocuments(root, `packages/${name}/README.md`, directory);
      const files = (await readdir(directory, { recursive: true })).filter((each) => each.endsWith('.md'));
      assert.ok(files.includes('README.md'), name);
      for (const file of files) {
        const text = (await readFile(join(directory, file), 'utf8')).replace(/^```.*?^```/gms, '');
        for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
          if (/^([a-z]+:|#)/.test(target)) continue;
          await stat(join(directory, dirname(file), target.split('#', 1)[0] ?? ''));
          followed += 1;
        }
      }
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }
  assert.ok(followed > 10, `${followed} links`);
});
