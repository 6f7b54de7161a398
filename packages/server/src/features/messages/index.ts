export { audioPath } from './attachments.ts';
export { messageDeleted } from './deleted-entry.ts';
export { openConversation } from './direct.ts';
export { writeFeedMessage } from './feed-message.ts';
export { readPinnedMessages } from './pin-queries.ts';
export { createPosting } from './post.ts';
export { presentEntry } from './present.ts';
export { readLastMessages, readMessages, readNewestMessages, readReadMarks } from './read.ts';
export { messagesFeature } from './routes.ts';
