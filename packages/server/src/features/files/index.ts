export { type FileRow, findFile, findKnownBlobs, insertFile } from './queries.ts';
export { filesFeature } from './routes.ts';
