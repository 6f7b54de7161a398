export { followGenerations, sandboxFeature } from './routes.ts';
