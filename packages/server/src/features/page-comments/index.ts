export { pageCommentsFeature } from './routes.ts';
