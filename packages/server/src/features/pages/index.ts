export { boardRoutes } from './board.ts';
export { pageLinks } from './links.ts';
export { pagesFeature } from './routes.ts';
