export { type FileRow, findFile, findKnownBlobs, insertBlob, insertFile } from './queries.ts';
export { filesFeature } from './routes.ts';
