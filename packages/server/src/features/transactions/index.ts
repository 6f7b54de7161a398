export { createTransaction } from './create.ts';
export { dueSteps } from './due-steps.ts';
export { pressButton } from './press.ts';
export { readFirstTransactions, readTransactions } from './read.ts';
export { transactionsFeature } from './routes.ts';
