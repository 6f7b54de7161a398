export { audioPath } from './attached.ts';
export { openConversation } from './direct.ts';
export { writeFeedMessage } from './feed-message.ts';
export { MAX_PINNED, readPinnedMessages } from './pinned.ts';
export { createPosting } from './post.ts';
export { presentEntry } from './present.ts';
export { readLastMessages, readMessages, readNewestMessages, readReadMarks } from './read.ts';
export { messagesFeature } from './routes.ts';
