export { pageCaptionsFeature } from './routes.ts';
