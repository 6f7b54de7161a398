export { readFirstTransactions, readTransactions } from './read.ts';
export { transactionsFeature } from './routes.ts';
