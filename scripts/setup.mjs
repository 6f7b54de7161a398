// Prepares a fresh clone: installs what package-lock.json pins, Node 24 among it. Plain JavaScript that runs on
// Node ≥ 18, because it runs before the pinned Node is there. Does nothing when everything is in place (some 30 ms).
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WANTED_MAJOR = 24;
const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const stamp = join(modules, '.ringbinder-setup');
const lock = join(root, 'package-lock.json');

function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lock)).digest('hex');
}

function isInstalled() {
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === lockHash();
  // Installed by hand: npm writes this file last.
  const installed = join(modules, '.package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
}

function install() {
  process.stderr.write('Installing what package-lock.json pins (once; some 20 seconds) …\n');
  // No package needs an install script: the runtime is a platform package, library links are made at start.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (result.status !== 0)
    fail('The packages could not be installed: see npm’s message above, then run this again.');
}

/** The Node that npm scripts will find first: the pinned one, else this one. */
function checkRuntime() {
  const bin = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  let version = process.version;
  if (existsSync(bin)) {
    version = execFileSync(bin, ['--version'], {
      encoding: 'utf8',
      shell: process.platform === 'win32',
    }).trim();
  }
  if (Number(version.slice(1).split('.')[0]) < WANTED_MAJOR) {
    fail(
      `Ringbinder needs Node ${WANTED_MAJOR}, and no prebuilt one is pinned for ${process.platform}-${process.arch}: install Node ${WANTED_MAJOR} and run this again.`,
    );
  }
}

if (!isInstalled()) {
  install();
  checkRuntime();
}
if (!existsSync(stamp)) checkRuntime();
writeFileSync(stamp, lockHash());
