/** Browsers would lay out the lists of longer formatted notes too slowly. */
export const MAX_MARKDOWN_CHARS = 200_000;
