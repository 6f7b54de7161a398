export { storeBytes } from './blobs.ts';
export { collectGarbage } from './garbage-collection.ts';
export { findFile, findStoredFile, IS_KEPT, insertFile } from './queries.ts';
export { readFiles, readFirstFiles } from './read.ts';
export { filesFeature } from './routes.ts';
