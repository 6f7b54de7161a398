import { sentences } from './sentences.ts';

/** Texts of receipts, apart from those of transactions, which the chat loads too. */
export const receipts = sentences({
  receipt: 'Receipt',
  audit: 'Audit',
  failed: 'The receipt could not be downloaded. Try again.',
});

/** The name of a receipt's file. */
export const receiptFileName = (title: string) => `${title} receipt.html`;
