// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const embedMeet = messages('embed-meet', {
  binderName: 'Meet',
  noKey: 'pass session_key or meet_id: the key of the meeting',
  elsewhere: (key: string) =>
    `someone else started a meeting in this binder: join it with joinMeet and session_key ${key}`,
  over: 'the meeting is over',
  noGuestLink: 'without an access token, pass session_key: the key of the meeting or its guest link',
  notHost: 'only a host of the meeting may do this',
  notJoined: 'no one is in the meeting yet',
  noMember: 'pass the user_id of someone in the meeting',
  pressShare: 'Press “Share screen”. Browsers allow screen sharing only after a click in the page.',
});
