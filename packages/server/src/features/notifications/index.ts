export { storeNotifications } from './collect.ts';
export { notificationsFeature } from './routes.ts';
export { checkQuietHours, type Recipient } from './settings.ts';
export { findUnread, type UnreadNotification } from './unread.ts';
