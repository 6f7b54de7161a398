export { type ReplyTarget, writeFeedMessage } from './feed-message.ts';
export { messagesFeature } from './routes.ts';
