export { storeNotifications } from './collect.ts';
export { notificationsFeature } from './routes.ts';
export { checkQuietHours } from './settings.ts';
export { findUnread, type Recipient, type UnreadNotification } from './unread.ts';
