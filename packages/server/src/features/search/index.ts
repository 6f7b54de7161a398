export { pageIndexing, searchIndex } from './indexer.ts';
export { searchFeature } from './routes.ts';
