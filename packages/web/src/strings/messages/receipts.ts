// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const receipts = messages('receipts', {
  html: 'Receipt',
  pdf: 'Receipt as PDF',
  audit: 'Audit',
  failed: 'The receipt could not be downloaded. Try again.',
  fileName: (title: string) => `${title} receipt`,
});
