export { openLocalFileStore } from './local.ts';
export { type MoveProgress, moveFiles } from './moving.ts';
export { type FilePlace, type FileStoreSettings, joined, openStores } from './open.ts';
export { claimStores, markMoved } from './ownership.ts';
export { readS3Address, type S3Address } from './s3/address.ts';
export {
  ByteLimitExceeded,
  type ByteRange,
  type FileStore,
  FileStoreUnavailable,
  type PartialFile,
  type ReceivedBytes,
} from './store.ts';
