/** How many uploads of one person may be under way, in all binders: a browser that sends a folder has a few at a time. */
export const MAX_OPEN_UPLOADS = 50;
/** How much they may become together, in largest files. */
export const MAX_RESERVED_FILES = 20;
/** Upload-Metadata, as it stands in the header. */
export const MAX_METADATA_LENGTH = 4_096;
/** How long an upload waits for its next byte: over a holiday. */
export const EXPIRY_MS = 7 * 24 * 60 * 60 * 1000;
/** How old an upload under way becomes, however often a byte comes. */
export const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
/** How long one that has ended can be asked what became of it. */
export const ENDED_RETENTION_MS = 24 * 60 * 60 * 1000;
/** How many PATCHes of one person are read at once in a process; each holds up to `FLUSH_BYTES`, twice while it is written. */
export const MAX_CONCURRENT_PATCHES = 12;
/** What came is written down after so much, */
export const FLUSH_BYTES = 2 * 1024 ** 2;
/** and with the first byte after so long, so that a slow line loses little. */
export const FLUSH_MS = 1_000;
