export { remindDue, startReminders } from './reminders.ts';
export { todosFeature } from './routes.ts';
