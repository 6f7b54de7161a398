export { activity } from './consumer.ts';
export { homeFeature } from './routes.ts';
