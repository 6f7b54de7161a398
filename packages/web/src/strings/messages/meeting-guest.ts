// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const meetingGuest = messages('meeting-guest', {
  unnamed: 'Guest',
  noLink: 'This link is incomplete',
  noLinkAbout: 'The end of the link is missing. Ask the sender for the complete link.',
  refused: {
    offline: 'The server cannot be reached. Try again in a moment.',
    name: 'That name can’t be used. Choose another one.',
    over: 'The meeting is over.',
    tooMany: 'Too many people are joining. Try again in a minute.',
    key: 'Guests can join this meeting only with a link. Ask the host for one.',
    failed: 'Something went wrong on the server. Try again in a moment.',
    link: 'This link is no longer valid. Ask the sender for a new one.',
  },
});
