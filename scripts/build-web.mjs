// Builds packages/web and packages/sdk if their sources have changed. Plain JavaScript for Node ≥ 18.
//
// node scripts/build-web.mjs          fails if the build fails
// node scripts/build-web.mjs start    only reports a failure: the service runs without the pages
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeSetupLock } from './setup-lock.mjs';

const SOURCES = [
  'locales',
  'packages/locales/src',
  'packages/web/src',
  'packages/sdk/src',
  'packages/client/src',
  'packages/protocol/src',
];

function hashOfSources(root) {
  const listed = SOURCES.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }),
  );
  const sources = listed
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const hash = createHash('sha256');
  const settings = [
    'packages/web/catalogues.js',
    'packages/web/vite.config.js',
    'packages/web/embed.config.js',
    'packages/web/gallery.config.js',
    'packages/web/worker.config.js',
    'packages/sdk/vite.config.js',
    'package-lock.json',
    'scripts/build-web.mjs',
    'scripts/bundles.mjs',
  ];
  for (const file of [...sources.sort(), ...settings.map((each) => join(root, each))]) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function isBuilt(root, hash) {
  try {
    return readFileSync(join(root, 'packages/web/dist/built-from'), 'utf8') === hash;
  } catch {
    return false;
  }
}

/**
 * Builds packages/web/dist, packages/sdk/dist and the gallery, unless they match the sources. Concurrent runs
 * wait for each other. After a failure, keeps the old folders and returns the problem.
 *
 * @param node program that runs the build
 */
async function buildWeb(root, node) {
  const hash = hashOfSources(root);
  if (isBuilt(root, hash)) return undefined;
  const release = await takeSetupLock(root);
  try {
    if (isBuilt(root, hash)) return undefined;
    const [pages, ...others] = ['packages/web/dist', 'packages/sdk/dist', 'packages/web/dist-gallery'].map(
      (folder) => ({ buildFolder: join(root, `${folder}-${process.pid}`), dist: join(root, folder) }),
    );
    const problem = runBuild(
      root,
      node,
      [pages, ...others].map(({ buildFolder }) => buildFolder),
    );
    if (problem === undefined) writeFileSync(join(pages.buildFolder, 'built-from'), hash);
    // Replace the pages last, because they contain the hash of all sources.
    for (const { buildFolder, dist } of [...others, pages]) {
      if (problem === undefined) replace(dist, buildFolder);
      else rmSync(buildFolder, { recursive: true, force: true });
    }
    return problem;
  } finally {
    release();
  }
}

/** Renames the folders, because a running service must not find one that is half removed. */
function replace(folder, newFolder) {
  const oldFolder = `${newFolder}-old`;
  if (existsSync(folder)) renameSync(folder, oldFolder);
  renameSync(newFolder, folder);
  rmSync(oldFolder, { recursive: true, force: true });
}

function runBuild(root, node, folders) {
  const { status, stdout, stderr, error } = spawnSync(
    node,
    [join(root, 'scripts/bundles.mjs'), ...folders],
    // Any other NODE_ENV makes the pages 14 % larger.
    {
      cwd: root,
      encoding: 'utf8',
      shell: node.endsWith('.cmd'),
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  return status === 0 ? undefined : (error?.message ?? `${stdout}${stderr}`);
}

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const pinnedNode = join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const problem = await buildWeb(root, existsSync(pinnedNode) ? pinnedNode : process.execPath);
if (problem !== undefined) {
  process.stderr.write(`The console could not be built:\n${problem}\n`);
  if (process.argv[2] !== 'start') process.exitCode = 1;
}
