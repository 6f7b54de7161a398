export { openLocalFileStore } from './local.ts';
export { moveDurably } from './move.ts';
export { type MoveProgress, moveFiles } from './moving.ts';
export { type FilePlace, type FileStoreSettings, joined, openBucketOf, openStores } from './open.ts';
export { claimStores, markMoved } from './ownership.ts';
export { readS3Address, type S3Address } from './s3/address.ts';
export type { Bucket } from './s3/bucket.ts';
export {
  ByteLimitExceeded,
  type ByteRange,
  type FileStore,
  FileStoreUnavailable,
  type PartialFile,
  type ReceivedBytes,
} from './store.ts';
export { writeHashed } from './workspace.ts';
