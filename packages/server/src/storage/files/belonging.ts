import { randomBytes } from 'node:crypto';
import { link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';

/**
 * Writes down, in a store of files, to which database it belongs. Throws StartupError when it holds the files of
 * another one: with a new database beside them by mistake, every file would look like one that no upload committed,
 * and be swept. A store without files may change hands.
 * @param databaseId names the database
 */
export async function claimFiles(directory: string, databaseId: string): Promise<void> {
  const path = join(directory, 'database-id');
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(temporary, `${databaseId}\n`, { mode: 0o600 });
  try {
    await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    if ((await readFile(path, 'utf8')).trim() === databaseId) return;
    if ((await readdir(join(directory, 'content'))).length > 0) {
      throw new StartupError(
        `${directory} holds the files of another database: start with that database, or set DATA_DIR to another directory`,
      );
    }
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}
