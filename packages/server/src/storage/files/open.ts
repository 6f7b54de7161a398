import { openLocalFileStore } from './local.ts';
import { withOlderStore } from './moving.ts';
import type { S3Address } from './s3/address.ts';
import type { Bucket } from './s3/bucket.ts';
import type { FileStore } from './store.ts';

export type FilePlace = 'local' | S3Address;

export interface FileStoreSettings {
  place: FilePlace;
  older: FilePlace | undefined;
  maxCacheBytes: number;
  linksDirectly: boolean;
}

export interface OpenedStores {
  store: FileStore;
  older: FileStore | undefined;
}

/**
 * `directory` is of the local store, or of the working files of S3. `environment` is the last part of the S3
 * prefix.
 */
export async function openStores(
  { place, older, ...options }: FileStoreSettings,
  directory: string,
  environment: string,
): Promise<OpenedStores> {
  const open = async (each: FilePlace): Promise<FileStore> => {
    if (each === 'local') return openLocalFileStore(directory);
    const { openS3FileStore } = await import('./s3/store.ts');
    return openS3FileStore(
      { ...each, prefix: `${each.prefix}${environment}/` },
      { directory, maxCacheBytes: options.maxCacheBytes, linksDirectly: options.linksDirectly },
    );
  };
  return { store: await open(place), older: older && (await open(older)) };
}

export function joined({ store, older }: OpenedStores): FileStore {
  return older ? withOlderStore(store, older) : store;
}

export async function openBucketOf(address: S3Address): Promise<Bucket> {
  const { openBucket } = await import('./s3/bucket.ts');
  return openBucket(address);
}
