import { common } from './common.ts';
import { count } from './count.ts';
import { sentences } from './sentences.ts';

const list = new Intl.ListFormat(common.locale, { type: 'conjunction' });
/** The frame of the app. */
export const app = sentences({
  home: 'Binders',
  /** What lies over the app. */
  over: 'Menu',
  find: 'Find',
  findKey: 'Ctrl K',
  sandbox: 'Sandbox',
  skipToBinder: 'Skip to the binder',
  choose: 'Choose a binder',
  chooseAbout: 'What happens in it appears here as it happens.',
  goneLink: 'Go to your binders',
  connection: {
    connecting: 'Connecting …',
    offline: 'You are offline. What you write is sent when you are back.',
    restarting: 'The server restarts. What you write is sent when it is back.',
    unreachable: 'The server cannot be reached. What you write is sent when it can.',
    tryNow: 'Try now',
    signedOut: 'You are signed out.',
    signIn: 'Sign in',
  },
  account: (name: string) => `Account of ${name}`,
});

/** The list of all binders. */
export const timeline = sentences({
  label: 'Binders',
  list: 'Your binders. Use the arrow keys to move, Enter to open.',
  create: 'New',
  filter: 'Show',
  filters: { all: 'All', unread: 'Unread', direct: 'Direct', favourites: 'Favourites' },
  favourites: 'Favourites',
  other: 'Other binders',
  empty: {
    all: 'Nothing here yet',
    unread: 'You have read everything',
    direct: 'No direct messages yet',
    favourites: 'No favourites yet',
    about: {
      all: 'Make a binder for what you work on, and invite others to it.',
      unread: 'Binders with new messages appear here.',
      direct: 'Write to somebody of your organisation.',
      favourites: 'Mark a binder as a favourite in its menu, and it stays at the top.',
    },
  },
  noMessages: 'No messages yet',
  pages: (value: number) => count(value, 'page', 'pages'),
  you: 'You',
  said: (who: string, what: string) => `${who}: ${what}`,
  attachment: 'Sent something',
  voiceMessage: 'Voice message',
  typing: (names: readonly string[]) =>
    `${list.format(names.slice(0, 3))} ${names.length === 1 ? 'is' : 'are'} typing …`,
  count: (value: number) => (value > 99 ? '99+' : String(value)),
  binders: (value: number) => count(value, 'binder', 'binders'),
  unread: (value: number) => count(value, 'unread message', 'unread messages'),
  mentions: (value: number) => count(value, 'message names you', 'messages name you'),
  isFavourite: 'favourite',
  isMuted: 'muted',
  meeting: 'A meet runs',
  actionsOf: (name: string) => `Actions: ${name}`,
});
