import { execFile } from 'node:child_process';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PROGRAMS = ['oidc-server.mjs', 'parse-server.mjs'];
const INSTALL_TIMEOUT_MS = 300_000;

/**
 * Installs the peers of `versions.json` with npm into a scratch folder, copies their programs there, and gives its path.
 * Nothing of them becomes part of the project, and none of their install scripts runs. Throws when npm fails.
 */
export async function installPeers(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ringbinder-peers-'));
  const here = (name: string) => new URL(name, import.meta.url).pathname;
  await copyFile(here('versions.json'), join(directory, 'package.json'));
  for (const name of PROGRAMS) await copyFile(here(name), join(directory, name));
  const args = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--loglevel=error',
  ];
  await promisify(execFile)('npm', args, { cwd: directory, timeout: INSTALL_TIMEOUT_MS });
  return directory;
}
