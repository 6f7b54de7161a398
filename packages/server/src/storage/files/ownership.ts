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
export async function claimFileStore(directory: string, databaseId: string): Promise<void> {
  const path = join(directory, 'database-id');
  if ((await readOrWrite(path, databaseId)) === databaseId) return;
  if ((await readdir(join(directory, 'content'))).length > 0) {
    throw new StartupError(
      `${directory} holds the files of another database: start with that database, or set DATA_DIR to another directory`,
    );
  }
  await writeWhole(path, databaseId, rename);
}

const storeId = (directory: string) => join(directory, 'store-id');

/** What names a store of files, in whichever process that reads it; made at its first use. */
export function nameOfStore(directory: string): Promise<string> {
  return readOrWrite(storeId(directory), randomBytes(16).toString('hex'));
}

/**
 * Throws StartupError when a database keeps its files in another store than this one: a process with a directory of its
 * own would answer 500 for each file that another one was given, and be given files that no other finds.
 * @param kept the name of the store that the database remembers
 */
export async function checkStore(directory: string, kept: string): Promise<void> {
  if ((await nameOfStore(directory)) === kept) return;
  throw new StartupError(
    `${directory} is not where this database keeps its files: set DATA_DIR to the directory that its other processes use, ` +
      `or restore it from the backup. Only if the files are lost for good: echo ${kept} > ${storeId(directory)}`,
  );
}

/** The text of a file, which is written, whole, when it is missing; of two processes at once both get the same. */
async function readOrWrite(path: string, text: string): Promise<string> {
  await writeWhole(path, text, (temporary) =>
    link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    }),
  );
  return (await readFile(path, 'utf8')).trim();
}

async function writeWhole(
  path: string,
  text: string,
  index: (temporary: string, path: string) => Promise<void>,
): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(temporary, `${text}\n`, { mode: 0o600 });
  try {
    await index(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}
