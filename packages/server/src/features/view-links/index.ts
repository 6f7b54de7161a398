export { viewLinkPages } from './page-routes.ts';
export { deleteExpiredViewLinks } from './queries.ts';
export { viewLinksFeature } from './routes.ts';
