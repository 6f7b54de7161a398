export { writeFeedMessage } from './feed-message.ts';
export { feedTexts } from './feed-texts.ts';
export { followThread } from './follow-thread.ts';
export { insertMessage, type NewMessage, type StoredAudio } from './insert-message.ts';
