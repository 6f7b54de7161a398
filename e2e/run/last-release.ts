import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Upgrade tests start from this commit, because not every clone has tags. Each release updates it
 * (CONTRIBUTING.md). Until the first release, it is the commit before migrations 0037 to 0040.
 */
const LAST_RELEASE = '3c028679a5f3db24ebd342c52f9a9d327b067a30';

const root = new URL('../../', import.meta.url).pathname;
const git = (...args: string[]) => spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' });

export const lastReleaseNeeded = {
  skip: git('cat-file', '-e', `${LAST_RELEASE}^{commit}`).status !== 0 && process.env.CI !== 'true',
};

type Lock = Record<string, { version?: string; link?: boolean; resolved?: string; dev?: boolean }>;

export function checkOutLastRelease(directory: string): string {
  const archive = join(directory, 'release.tar');
  const parts = ['package.json', 'package-lock.json', 'scripts', 'packages', 'docs'];
  execFileSync('git', ['-C', root, 'archive', '--output', archive, LAST_RELEASE, ...parts]);
  execFileSync('tar', ['-xf', archive, '-C', directory]);
  const [ours, theirs] = [root, directory].map(readLock) as [Lock, Lock];
  const isSame = Object.entries(theirs).every(
    ([path, { version, link, dev }]) => link || dev || path === '' || ours[path]?.version === version,
  );
  if (isSame) linkPackages(directory, theirs);
  else execFileSync('node', [join(directory, 'scripts/setup.mjs'), 'start'], { stdio: 'inherit' });
  return join(directory, 'packages/server/src/main.ts');
}

const readLock = (directory: string): Lock =>
  JSON.parse(readFileSync(join(directory, 'package-lock.json'), 'utf8')).packages;

function linkPackages(directory: string, lock: Lock): void {
  const modules = join(directory, 'node_modules');
  mkdirSync(join(modules, '@ringbinder'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.') && !existsSync(join(modules, name)))
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const [path, { link, resolved }] of Object.entries(lock)) {
    if (link && path.startsWith('node_modules/@ringbinder/'))
      symlinkSync(join(directory, resolved ?? ''), join(directory, path));
    const nested = /^(packages\/[^/]+\/node_modules)\//.exec(path)?.[1];
    if (nested && !existsSync(join(directory, nested)) && existsSync(join(directory, dirname(nested))))
      symlinkSync(join(root, nested), join(directory, nested));
  }
}
