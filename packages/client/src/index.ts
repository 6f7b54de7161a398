export { type ClientOptions, createClient, type RingbinderClient, unwrap } from './client.ts';
export { type FieldError, RingbinderError } from './errors.ts';
export { followFeed, type LogEntry } from './feed.ts';
export type { components, operations, paths } from './generated/api.ts';
export { listAll } from './listing.ts';
export type { RetryOptions } from './retry.ts';
export { type AccessToken, getToken, tokenSource, type UniqueIdentifierGrant } from './token.ts';
export { type UploadedFile, type UploadOptions, uploadFile } from './upload.ts';
