/** What the server takes as the markup of one annotation, in bytes. */
export const MAX_MARKUP = 256 * 1024;
/** Characters of a picture’s data: address, so that there is room for the markup around it. */
export const MAX_PICTURE = MAX_MARKUP - 2_048;
/** Characters of a text; each may take six bytes, and it stands in the markup thrice. */
export const MAX_TEXT = 8_000;
