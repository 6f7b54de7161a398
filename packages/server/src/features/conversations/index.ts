export { latestActivity, presentLatest } from './latest.ts';
export { conversationsFeature } from './routes.ts';
