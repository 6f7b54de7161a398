/** The server's limit in bytes. */
export const MAX_MARKUP = 256 * 1024;
/** In bytes. Leaves room for the markup around a picture. */
export const MAX_PICTURE = MAX_MARKUP - 2_048;
/** In characters. A character may take six bytes, and markup contains the text three times. */
export const MAX_TEXT = 8_000;
