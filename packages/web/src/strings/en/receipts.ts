import { sentences } from './sentences.ts';

/** Separate from the texts of transactions, which the chat also loads. */
export const receipts = sentences({
  html: 'Receipt',
  pdf: 'Receipt as PDF',
  audit: 'Audit',
  failed: 'The receipt could not be downloaded. Try again.',
});

export const receiptFileName = (title: string, format: 'html' | 'pdf') => `${title} receipt.${format}`;
