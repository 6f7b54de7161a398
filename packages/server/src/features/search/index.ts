export { startIndexing } from './indexer.ts';
export { searchFeature } from './routes.ts';
