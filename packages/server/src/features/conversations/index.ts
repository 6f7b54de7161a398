export { latestActivity, presentLatest } from './latest.ts';
export { latestSeqAt } from './queries.ts';
export { conversationsFeature } from './routes.ts';
