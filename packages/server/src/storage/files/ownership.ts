import { randomBytes } from 'node:crypto';
import { StartupError } from '../startup-error.ts';
import type { StoreLabels } from './labels.ts';
import type { OpenedStores } from './open.ts';

const DATABASE = 'database-id';
const STORE = 'store-id';
/** The store whose files have all been moved here. */
const MOVED = 'moved-from';
const NOTHING = '-';

export interface RememberedStore {
  databaseId: string;
  /** The name of the store that it remembers, which is this one when it remembers none. */
  storeId(given: string): Promise<string>;
  setStoreId(name: string): Promise<void>;
}

/**
 * Makes sure that the stores of an environment are those of its database, and that its database keeps its files there.
 * Throws StartupError when they are another one's.
 */
export async function claimStores({ store, older }: OpenedStores, database: RememberedStore): Promise<void> {
  for (const each of older ? [older, store] : [store]) await claimFileStore(each.labels, database.databaseId);
  const name = await nameOfStore(store.labels);
  const olderName = older && (await nameOfStore(older.labels));
  const known = await database.storeId(olderName ?? name);
  if (known === name || known === olderName) return;
  if ((await store.labels.readOrWrite(MOVED, NOTHING)) !== known) throw elsewhere(store.labels, known);
  await database.setStoreId(name);
}

/** Writes down in a store that all files of an older one are there. */
export async function markMoved({ store, older }: OpenedStores): Promise<void> {
  if (older) await store.labels.write(MOVED, await nameOfStore(older.labels));
}

/**
 * Writes down, in a store of files, to which database it belongs. Throws StartupError when it holds the files of
 * another one: with a new database beside them by mistake, every file would look like one that no upload committed,
 * and be swept. A store without files may change hands.
 */
async function claimFileStore(labels: StoreLabels, databaseId: string): Promise<void> {
  if ((await labels.readOrWrite(DATABASE, databaseId)) === databaseId) return;
  if (!(await labels.isEmpty())) {
    throw new StartupError(
      `${labels.place} holds the files of another database: start with that database, or set DATA_DIR or FILES_URL to another place`,
    );
  }
  await labels.write(DATABASE, databaseId);
}

/** What names a store of files, in whichever process that reads it; made at its first use. */
function nameOfStore(labels: StoreLabels): Promise<string> {
  return labels.readOrWrite(STORE, randomBytes(16).toString('hex'));
}

/**
 * A process with a store of its own would answer 500 for each file that another one was given, and be given files that no
 * other finds.
 */
function elsewhere(labels: StoreLabels, known: string): StartupError {
  return new StartupError(
    `${labels.place} is not where this database keeps its files: set DATA_DIR or FILES_URL as its other processes have it, ` +
      `or restore the files from the backup; where they are being moved, set FILES_MOVED_FROM until \`npm run move-files\` is done. ` +
      `Only if they are lost for good: write ${known} into ${labels.whereIs(STORE)}`,
  );
}
