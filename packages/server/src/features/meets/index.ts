export { deleteExpiredGuestLinks } from './guest-queries.ts';
export { admitGuest } from './guests.ts';
export { meetMails } from './mail.ts';
export { findMeetingBinders, type MeetRow } from './queries.ts';
export { readFirstMeets, readMeets } from './read.ts';
export { meetJobs } from './reminders.ts';
export { meetsFeature } from './routes.ts';
export { admitToMeet, endMeet, findMeetToJoin, startMeet } from './running.ts';
