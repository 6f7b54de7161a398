import { createHash } from 'node:crypto';
import { constants, existsSync, globSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

const SOURCES = [
  'package-lock.json',
  'packages/server/src/storage/**/*',
  'packages/server/src/features/demo/*.ts',
];

/** Creating a data directory takes most of a start, so later starts copy one. */
export async function copyTemplate(
  clone: string,
  directory: string,
  startOnce: (directory: string) => Promise<void>,
): Promise<void> {
  const cacheFolder = join(clone, 'node_modules/.cache/test-service-data');
  const template = join(cacheFolder, hashOfSources(clone));
  if (!existsSync(template)) await makeTemplate(cacheFolder, template, startOnce);
  const options = { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE };
  await cp(template, directory, options);
}

async function makeTemplate(
  cacheFolder: string,
  template: string,
  startOnce: (directory: string) => Promise<void>,
): Promise<void> {
  await mkdir(cacheFolder, { recursive: true, mode: 0o700 });
  const before = await readdir(cacheFolder);
  const temporary = await mkdtemp(join(cacheFolder, 'new-'));
  try {
    await startOnce(temporary);
    await rm(join(temporary, 'cache'), { recursive: true, force: true });
    if (!existsSync(template)) await rename(temporary, template);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  // Keep the `new-` folders, which other runs may be creating.
  const old = before.filter((name) => !name.startsWith('new-'));
  for (const name of old) await rm(join(cacheFolder, name), { recursive: true, force: true });
}

function hashOfSources(clone: string): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const pattern of SOURCES)
    for (const path of globSync(pattern, { cwd: clone }).sort())
      if (/\.(json|sql|ts)$/.test(path)) hash.update(path).update(readFileSync(join(clone, path)));
  return hash.digest('hex').slice(0, 24);
}
