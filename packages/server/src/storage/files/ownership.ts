import { randomBytes } from 'node:crypto';
import { StartupError } from '../startup-error.ts';
import type { StoreLabels } from './labels.ts';
import type { OpenedStores } from './open.ts';

const DATABASE = 'database-id';
const STORE = 'store-id';
const MOVED = 'moved-from';
const NOTHING = '-';

export interface RememberedStore {
  databaseId: string;
  storeId(providedName: string): Promise<string>;
  setStoreId(name: string): Promise<void>;
}

export async function claimStores({ store, older }: OpenedStores, database: RememberedStore): Promise<void> {
  for (const each of older ? [older, store] : [store]) await claimFileStore(each.labels, database.databaseId);
  const name = await nameOfStore(store.labels);
  const olderName = older && (await nameOfStore(older.labels));
  const registeredId = await database.storeId(olderName ?? name);
  if (registeredId === name || registeredId === olderName) return;
  if ((await store.labels.readOrWrite(MOVED, NOTHING)) !== registeredId)
    throw wrongStoreError(store.labels, registeredId);
  await database.setStoreId(name);
}

export async function markMoved({ store, older }: OpenedStores): Promise<void> {
  if (older) await store.labels.write(MOVED, await nameOfStore(older.labels));
}

/** Housekeeping would delete another database's files as uncommitted. */
async function claimFileStore(labels: StoreLabels, databaseId: string): Promise<void> {
  if ((await labels.readOrWrite(DATABASE, databaseId)) === databaseId) return;
  if (!(await labels.isEmpty())) {
    throw new StartupError(
      `${labels.place} contains the files of another database: start with that database, or set DATA_DIR or FILES_URL to another place`,
    );
  }
  await labels.write(DATABASE, databaseId);
}

function nameOfStore(labels: StoreLabels): Promise<string> {
  return labels.readOrWrite(STORE, randomBytes(16).toString('hex'));
}

function wrongStoreError(labels: StoreLabels, registeredId: string): StartupError {
  return new StartupError(
    `${labels.place} is not the file store of this database: set DATA_DIR or FILES_URL as its other processes have it, ` +
      `or restore the files from the backup; where they are being moved, set FILES_MOVED_FROM until \`npm run move-files\` is done. ` +
      `Only if they are lost for good: write ${registeredId} into ${labels.whereIs(STORE)}`,
  );
}
