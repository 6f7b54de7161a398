export { NOTIFYING_KINDS, STALE_MS, storeNotifications } from './collect.ts';
export { presentExcerpt } from './present.ts';
export { notificationsFeature } from './routes.ts';
export { checkQuietHours, type Recipient } from './settings.ts';
export { findUnread, type UnreadNotification } from './unread.ts';
