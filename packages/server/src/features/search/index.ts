export { indexing } from './indexer.ts';
export { searchFeature } from './routes.ts';
