export { binderSettingsFeature } from './routes.ts';
