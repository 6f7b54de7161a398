// Prepares a fresh clone: installs what package-lock.json pins, including Node 24. Plain JavaScript for Node
// ≥ 18, because it runs before the pinned Node exists.
//
// node scripts/setup.mjs everything node scripts/setup.mjs start without development packages
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeSetupLock } from './setup-lock.mjs';

const WANTED_MAJOR = 24;
const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const isWindows = process.platform === 'win32';
const pinnedNode = join(modules, '.bin', isWindows ? 'node.cmd' : 'node');
const forServerOnly = process.argv[2] === 'start';

function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return {};
  }
}

/**
 * npm writes its own list last, so an interrupted installation has no list. Packages for other platforms are
 * only in the lock file.
 */
function isInstalled() {
  const pinned = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(modules, '.package-lock.json'));
  return Object.entries(pinned).every(([path, { version, link, optional, dev }]) => {
    if (path === '' || (dev && forServerOnly)) return true;
    const entry = installed[path];
    if (!entry) return Boolean(optional);
    return Boolean(link) === Boolean(entry.link) && entry.version === version;
  });
}

/**
 * Runs npm with the Node that started it, because an installation deletes the pinned Node, which may run this
 * script.
 */
function npm(...args) {
  const { npm_execpath: path = '', npm_node_execpath: node = process.execPath } = process.env;
  const [command, first] = path.endsWith('npm-cli.js') ? [node, [path]] : ['npm', []];
  const result = spawnSync(command, [...first, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    shell: isWindows && first.length === 0,
  });
  if (result.signal === 'SIGINT' || result.signal === 'SIGTERM') process.exit(130);
  return { status: result.status, output: result.error?.message ?? result.stderr };
}

function install() {
  process.stderr.write('Installing what package-lock.json pins (once; some 20 seconds) …\n');
  // The pinned Node is an optional package. Install scripts are unnecessary, because the service creates
  // library links itself.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--include=optional'];
  if (!forServerOnly) flags.push('--include=dev');
  let result = npm('ci', ...flags);
  // Lock files from some registries lack the packages of other platforms, and `npm ci` rejects such files.
  // `npm install` uses the same versions, and adds the missing packages.
  if (result.status !== 0 && /\bEUSAGE\b/.test(result.output)) {
    rmSync(modules, { recursive: true, force: true });
    result = npm('install', '--no-save', ...flags);
  }
  if (result.status === 0) return;
  process.stderr.write(result.output);
  fail('The packages could not be installed: see npm’s message above, then run this again.');
}

/**
 * Links the pinned Node again if npm 10 has deleted the link with those of other platforms, which have the
 * same name.
 */
function linkRuntime() {
  const { platform, arch } = process;
  const name = `node-${isWindows ? 'win' : platform}-${arch}`;
  if (!existsSync(pinnedNode) && existsSync(join(modules, name))) npm('rebuild', '--ignore-scripts', name);
}

/** Fails if the pinned Node does not run, because all npm scripts use it. */
function checkRuntime() {
  const run = existsSync(pinnedNode)
    ? spawnSync(pinnedNode, ['--version'], { encoding: 'utf8', shell: isWindows })
    : { status: 0, stdout: process.version };
  if (run.status !== 0) {
    fail(
      `The pinned Node ${WANTED_MAJOR} does not run here (${(run.error ?? run.stderr).toString().trim()}).`,
    );
  }
  if (Number(run.stdout.slice(1).split('.')[0]) < WANTED_MAJOR) {
    fail(
      `Ringbinder needs Node ${WANTED_MAJOR}, and none is pinned for ${process.platform}-${process.arch}: install Node ${WANTED_MAJOR} and run this again.`,
    );
  }
}

if (!isInstalled()) {
  const release = await takeSetupLock(root);
  try {
    if (!isInstalled()) install();
  } finally {
    release();
  }
}
linkRuntime();
checkRuntime();
