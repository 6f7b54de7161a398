import { textSheet } from './text-sheet.ts';

/** Plain text and Markdown, in any encoding. */
export const note = textSheet({ pageType: 'PAGE_TYPE_NOTE', maxBytes: 1024 ** 2 });
