/** Open uploads per user in all binders. A browser uploads a folder a few files at a time. */
export const MAX_OPEN_UPLOADS = 50;
/** Total size of a user's open uploads, as a multiple of the largest file. */
export const MAX_RESERVED_FILES = 20;
export const MAX_METADATA_LENGTH = 4_096;
/** Time limit between two writes; long enough for a holiday. */
export const EXPIRY_MS = 7 * 24 * 60 * 60 * 1000;
/** Maximum age of an open upload, even if bytes still arrive. */
export const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
/** Time for which the result of a finished upload can be queried. */
export const ENDED_RETENTION_MS = 24 * 60 * 60 * 1000;
/** Concurrent request bodies per user and process. Each buffers up to `FLUSH_BYTES`, and twice that during a write. */
export const MAX_CONCURRENT_PATCHES = 12;
/** Received bytes are written when they reach this size. */
export const FLUSH_BYTES = 2 * 1024 ** 2;
/** They are also written after this time, so that a slow connection loses little. */
export const FLUSH_MS = 1_000;
