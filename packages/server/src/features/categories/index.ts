export { categoriesFeature } from './routes.ts';
