/** Per user. */
export const MAX_OPEN_UPLOADS = 50;
/** A user's open uploads together may reserve this many times the size of the largest file. */
export const MAX_RESERVED_FILES = 20;
export const MAX_METADATA_LENGTH = 4_096;
export const EXPIRY_MS = 7 * 24 * 60 * 60 * 1000;
/** Maximum age of an open upload, even if bytes still arrive. */
export const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
export const ENDED_RETENTION_MS = 24 * 60 * 60 * 1000;
/** Per user and process. Each request buffers up to `FLUSH_BYTES`, and twice as many bytes during a write. */
export const MAX_CONCURRENT_PATCHES = 12;
export const FLUSH_BYTES = 2 * 1024 ** 2;
/** A buffer that is not full is also written after this time, so that a slow connection loses few bytes. */
export const FLUSH_MS = 1_000;
