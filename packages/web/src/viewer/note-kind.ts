/** Browsers lay out the lists of longer notes too slowly. */
export const MAX_MARKDOWN_CHARS = 200_000;
