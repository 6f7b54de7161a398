export { audioPath } from './attached.ts';
export { writeFeedMessage } from './feed-message.ts';
export { messagesFeature } from './routes.ts';
