export { findCategoriesOfUsers } from './queries.ts';
export { categoriesFeature } from './routes.ts';
