export { reactionsFeature } from './routes.ts';
