/** Longer texts are data, and browsers cannot lay out their lists in time. */
export const MAX_MARKDOWN_CHARS = 200_000;
