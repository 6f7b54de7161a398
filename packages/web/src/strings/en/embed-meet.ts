import { sentences } from './sentences.ts';

/** What the embedded Meet says beside Meet itself, to the page around and to people. */
export const embedMeet = sentences({
  binderName: 'Meet',
  noKey: 'pass session_key, or meet_id: the key of the meet',
  elsewhere: (key: string) =>
    `a meet was begun in this binder by somebody else: join it by joinMeet with session_key ${key}`,
  over: 'the meet is over',
  noGuestLink: 'without an access token pass session_key: the key of the meet, or the link for its guests',
  notHost: 'only a host of the meet may do this',
  notJoined: 'nobody is in the meet yet',
  noMember: 'pass user_id: of somebody who is in the meet',
  pressShare: 'Press “Share screen”: browsers let a page share only when somebody presses something in it.',
} as const);
