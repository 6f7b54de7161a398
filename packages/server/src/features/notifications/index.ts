export { STALE_MS, storeNotifications } from './collect.ts';
export {
  GRACE_MS,
  membersWithNews,
  type Reminded,
  remindedColumns,
  remindedMembers,
  SPACING_MS,
} from './news.ts';
export { presentAttachments, presentExcerpt } from './present.ts';
export { findUnmailedMessages, mayHaveUnread, type UnmailedMessageRow } from './queries.ts';
export { nextTimeOfDay, quietUntil } from './quiet.ts';
export { notificationsFeature } from './routes.ts';
export {
  checkQuietHours,
  findRecipient,
  isWanted,
  type Recipient,
  rescheduleNotifications,
} from './settings.ts';
export { findUnmailed, findUnread, type UnmailedNotification, type UnreadNotification } from './unread.ts';
export { contentOf, placeOf, sentenceOf } from './words.ts';
