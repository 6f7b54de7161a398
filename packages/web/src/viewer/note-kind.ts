/** Longer notes are not formatted, because browsers would lay out their lists too slowly. */
export const MAX_MARKDOWN_CHARS = 200_000;
