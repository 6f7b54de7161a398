export { storeNotifications } from './collect.ts';
export { notificationsFeature } from './routes.ts';
export { checkQuietHours } from './settings.ts';
