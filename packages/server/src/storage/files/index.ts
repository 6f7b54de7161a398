export { checkStore, claimFiles, nameOfStore } from './belonging.ts';
export { openLocalFileStore } from './local.ts';
export { ByteLimitExceeded, type ByteRange, type FileStore, type ReceivedBytes } from './store.ts';
