export { erasures } from './erase.ts';
export { personalDataFeature } from './routes.ts';
