import { openLocalFileStore } from './local.ts';
import { withOlderStore } from './moving.ts';
import type { S3Address } from './s3/address.ts';
import type { FileStore } from './store.ts';

/** Where files are kept: in a directory of this machine, or in S3. */
export type FilePlace = 'local' | S3Address;

/** What opening a store needs to know. */
export interface FileStoreSettings {
  place: FilePlace;
  /** Where they were before, while they are being moved. */
  older: FilePlace | undefined;
  maxCacheBytes: number;
  linksDirectly: boolean;
}

/** One environment's store, and the one that its files are being moved from. */
export interface OpenedStores {
  store: FileStore;
  older: FileStore | undefined;
}

/**
 * Opens the stores of an environment.
 * @param directory of the local store, and of what a store in S3 has on this machine
 * @param environment is the last part of the prefix in S3
 */
export async function openStores(
  { place, older, ...options }: FileStoreSettings,
  directory: string,
  environment: string,
): Promise<OpenedStores> {
  const open = async (each: FilePlace): Promise<FileStore> => {
    if (each === 'local') return openLocalFileStore(directory);
    // The SDK is loaded where it is needed only.
    const { openS3FileStore } = await import('./s3/store.ts');
    return openS3FileStore(
      { ...each, prefix: `${each.prefix}${environment}/` },
      { directory, maxCacheBytes: options.maxCacheBytes, linksDirectly: options.linksDirectly },
    );
  };
  return { store: await open(place), older: older && (await open(older)) };
}

/** The store that a service uses: files that have not been moved yet are read where they were. */
export function joined({ store, older }: OpenedStores): FileStore {
  return older ? withOlderStore(store, older) : store;
}
