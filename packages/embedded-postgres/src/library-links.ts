import { readFile, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError, errorCode } from './errors.ts';

interface LibraryLink {
  readonly source: string;
  readonly target: string;
}

/** npm packages cannot contain links. */
export async function linkLibraries(native: string): Promise<void> {
  const list: LibraryLink[] = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  await Promise.all(list.map((link) => ensureLink(join(native, '..'), link)));
}

async function ensureLink(root: string, { source, target }: LibraryLink): Promise<void> {
  const path = join(root, target);
  if (await exists(path)) return;
  try {
    await symlink(basename(source), path);
  } catch (cause) {
    if (errorCode(cause) === 'EEXIST' && (await exists(path))) return;
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL lacks the library link ${path}, which cannot be created (${errorCode(cause)}). ` +
        `Run "npm rebuild" as a user who may write to ${dirname(path)}.`,
      { cause },
    );
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
