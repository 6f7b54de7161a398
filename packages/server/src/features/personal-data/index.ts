export { eraseMessageEntries, eraseMessages, lockBinder } from './binder-queries.ts';
export { erasures } from './erase.ts';
export { personalDataFeature } from './routes.ts';
