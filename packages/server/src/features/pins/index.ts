export { pinsFeature } from './routes.ts';
