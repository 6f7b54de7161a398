export { shareLinkPages } from './page-routes.ts';
export { deleteExpiredShareLinks } from './queries.ts';
export { shareLinksFeature } from './routes.ts';
