export { activity } from './consumer.ts';
export { messageReminders } from './message-reminders.ts';
export { homeFeature } from './routes.ts';
