/** Open uploads per user in all binders. A browser sends a folder a few files at a time. */
export const MAX_OPEN_UPLOADS = 50;
/** Their total size, in largest files. */
export const MAX_RESERVED_FILES = 20;
/** Length of the Upload-Metadata header. */
export const MAX_METADATA_LENGTH = 4_096;
/** Time limit between two bytes; covers a holiday. */
export const EXPIRY_MS = 7 * 24 * 60 * 60 * 1000;
/** Maximum age of an open upload, even with progress. */
export const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
/** How long the result of a finished upload can be queried. */
export const ENDED_RETENTION_MS = 24 * 60 * 60 * 1000;
/** Concurrent PATCHes per user and process; each buffers up to `FLUSH_BYTES`, twice during a write. */
export const MAX_CONCURRENT_PATCHES = 12;
/** Received bytes are written after this many. */
export const FLUSH_BYTES = 2 * 1024 ** 2;
/** And this long after the first byte, so that a slow connection loses little. */
export const FLUSH_MS = 1_000;
