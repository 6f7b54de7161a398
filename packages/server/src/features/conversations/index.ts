export { conversationsFeature } from './routes.ts';
