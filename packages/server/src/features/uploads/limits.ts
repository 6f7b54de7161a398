/** Per user. A browser uploads a folder a few files at a time. */
export const MAX_OPEN_UPLOADS = 50;
/** Per user, for all open uploads, as a multiple of the largest file. */
export const MAX_RESERVED_FILES = 20;
export const MAX_METADATA_LENGTH = 4_096;
/** An upload without a write for this time expires. */
export const EXPIRY_MS = 7 * 24 * 60 * 60 * 1000;
/** Maximum age of an open upload, even if bytes still arrive. */
export const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
/** Time for which the result of a finished upload is available. */
export const ENDED_RETENTION_MS = 24 * 60 * 60 * 1000;
/** Per user and process. Each request buffers up to `FLUSH_BYTES`, and twice that during a write. */
export const MAX_CONCURRENT_PATCHES = 12;
export const FLUSH_BYTES = 2 * 1024 ** 2;
/** Bytes are also written after this time, so a slow connection loses little. */
export const FLUSH_MS = 1_000;
