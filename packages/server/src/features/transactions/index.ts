export { createTransaction } from './create.ts';
export { readFirstTransactions, readTransactions } from './read.ts';
export { transactionsFeature } from './routes.ts';
