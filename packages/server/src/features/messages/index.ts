export { messagesFeature } from './routes.ts';
