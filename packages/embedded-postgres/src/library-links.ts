import { readFile, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError, errorCode } from './errors.ts';

interface LibraryLink {
  /** The file, and the name it is also looked up under; both relative to the package. */
  readonly source: string;
  readonly target: string;
}

/**
 * Makes the links between shared libraries that npm cannot pack, where they are missing. The package does it in an
 * install script, which is often off. Safe when several processes do it at once.
 * Throws EmbeddedPostgresError when a link is missing and cannot be made.
 */
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
      `The embedded PostgreSQL misses the library link ${path}, and it cannot be made (${errorCode(cause)}). ` +
        `Run "npm rebuild" as a user who may write to ${dirname(path)}.`,
      { cause },
    );
  }
}

/** Follows links, so a dangling one does not count. */
async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
