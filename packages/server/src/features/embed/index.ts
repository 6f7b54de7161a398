export { deleteExpiredWindows, findEmbedOrigins } from './queries.ts';
export { embedFeature } from './routes.ts';
export { unregistered } from './windows.ts';
