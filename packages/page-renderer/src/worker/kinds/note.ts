import { textSheet } from './text-sheet.ts';

export const note = textSheet({ pageType: 'PAGE_TYPE_NOTE', maxBytes: 1024 ** 2 });
