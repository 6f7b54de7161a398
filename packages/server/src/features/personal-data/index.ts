export { erasures } from './erase.ts';
export { retention } from './retention.ts';
export { personalDataFeature } from './routes.ts';
