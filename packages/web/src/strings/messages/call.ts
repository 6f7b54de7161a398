// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const call = messages('call', {
  calling: (name: string) => `${name} is calling`,
  guest: (name: string) => `A guest wants to join “${name}”`,
  join: 'Join',
  accept: 'Accept',
  decline: 'Decline',
  reply: 'Decline with a message',
  message: 'Message',
  send: 'Send',
  close: 'Close',
  interrupted: (name: string) => `You were in “${name}”`,
  rejoin: 'Rejoin',
  missedFrom: (name: string) => `Missed call from ${name}`,
  declinedBy: (name: string) => `${name} declined the call`,
  callBack: 'Call back',
  replyLater: 'I’ll call you back.',
  replyInMeeting: 'I’m in a meeting. What is it about?',
});
