export { keepBytes } from './blobs.ts';
export { freeBytes } from './free.ts';
export { type FileRow, findFile, insertFile } from './queries.ts';
export { filesFeature } from './routes.ts';
