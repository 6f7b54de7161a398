export { deleteExpiredWindows, findEmbedOrigins } from './queries.ts';
export { embedFeature } from './routes.ts';
