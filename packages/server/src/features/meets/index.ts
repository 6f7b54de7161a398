export { storeAttendee } from './calls.ts';
export {
  decideOnGuest,
  deleteExpiredGuestLinks,
  findGuestStates,
  findRevokedGuestLinks,
  type GuestState,
} from './guest-queries.ts';
export { admitGuest, clearKnock, logKnock, proveGuest } from './guests.ts';
export { meetMails, writeMeetMail } from './mail.ts';
export { logPresence } from './presence.ts';
export { isoTime } from './present.ts';
export { findMeetsByIds, findMeetsNow, type MeetRow, type MeetsOfBinder, PARTICIPANTS } from './queries.ts';
export { readFirstMeets, readMeets } from './read.ts';
export { meetJobs, UNATTENDED_MS } from './reminders.ts';
export { meetsFeature } from './routes.ts';
export { admitToMeet, endMeet, findMeetToJoin, startMeet } from './running.ts';
export { isHost, readMeet } from './service.ts';
