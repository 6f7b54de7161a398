export { versionsFeature } from './routes.ts';
