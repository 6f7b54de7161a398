export { clientLog } from './read.ts';
export { eventLogRoutes } from './routes.ts';
export { replaceEventsSecret, setEventLog } from './settings.ts';
export { userEvents } from './users.ts';
