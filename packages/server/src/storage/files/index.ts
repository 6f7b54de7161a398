export { openLocalFileStore } from './local.ts';
export { checkStore, claimFileStore, nameOfStore } from './ownership.ts';
export type { PartialFile } from './partial.ts';
export { ByteLimitExceeded, type ByteRange, type FileStore, type ReceivedBytes } from './store.ts';
