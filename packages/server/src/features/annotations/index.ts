export { annotationsFeature } from './routes.ts';
