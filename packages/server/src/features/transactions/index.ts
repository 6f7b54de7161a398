export { transactionsFeature } from './routes.ts';
