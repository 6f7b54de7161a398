/** Texts of receipts, apart from those of transactions, which the chat loads too. */
export const receipts = {
  receipt: 'Receipt',
  audit: 'Audit',
  fileName: (title: string) => `${title} receipt.html`,
  failed: 'The receipt could not be fetched. Try again.',
};
