import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { test } from 'vitest';

const scripts = new URL('.', import.meta.url).pathname;
/** Enough files to observe a removal. */
const FILES = 2_000;

const fakeBundles = `
import { mkdirSync, writeFileSync } from 'node:fs';
for (const folder of process.argv.slice(2)) {
  mkdirSync(folder);
  for (let file = 0; file < ${FILES}; file++) writeFileSync(folder + '/' + file, '');
}
`;

function makeClone(): string {
  const root = mkdtempSync(join(tmpdir(), 'ringbinder-build-'));
  const put = (path: string, text = '') => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const name of ['build-web.mjs', 'setup-lock.mjs']) {
    mkdirSync(join(root, 'scripts'), { recursive: true });
    cpSync(join(scripts, name), join(root, 'scripts', name));
  }
  const script = readFileSync(join(scripts, 'build-web.mjs'), 'utf8');
  for (const [, path = ''] of script.matchAll(/^ +'((?:packages|locales|package-lock)[^']*)',$/gm))
    put(/\.js(?:on)?$/.test(path) ? path : `${path}/source`);
  put('scripts/bundles.mjs', fakeBundles);
  return root;
}

test('a build replaces the folder of the pages whole', async (t) => {
  const root = makeClone();
  t.onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const seen = new Set<number>();
  for (const version of ['1', '2']) {
    writeFileSync(join(root, 'locales/source'), version);
    const build = spawn(process.execPath, [join(root, 'scripts/build-web.mjs')], { stdio: 'inherit' });
    const ended = once(build, 'exit');
    while (build.exitCode === null) {
      try {
        seen.add(readdirSync(join(root, 'packages/web/dist')).length);
      } catch {
        // The folder may not exist yet.
      }
      await setImmediate();
    }
    assert.deepEqual((await ended)[0], 0);
  }
  assert.deepEqual([...seen], [FILES + 1], 'the files and built-from');
  const left = readdirSync(join(root, 'packages/web')).filter((name) => name.startsWith('dist'));
  assert.deepEqual(left.toSorted(), ['dist', 'dist-gallery']);
});
