export { acceptInvitations } from './accept.ts';
export { endedEntries, invite, type NewInvitation } from './invite.ts';
export { invitationMails, writeInvitation } from './mail.ts';
export {
  deleteExpiredInvitations,
  deleteInvitations,
  findInvitable,
  findInvitations,
  type InvitationRow,
  type Invitee,
} from './queries.ts';
