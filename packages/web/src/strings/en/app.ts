import { count } from './count.ts';
import { sentences } from './sentences.ts';

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });
export const app = sentences({
  home: 'Binders',
  over: 'Menu',
  find: 'Search',
  findKey: 'Ctrl K',
  sandbox: 'Sandbox',
  skip: 'Skip to content',
  forYou: 'For you',
  goneLink: 'Go to your binders',
  connection: {
    connecting: 'Connecting…',
    offline: 'You are offline. Your changes will be sent when you reconnect.',
    restarting: 'The server is restarting. Your changes will be sent when it is back.',
    unreachable: 'The server cannot be reached. Your changes will be sent when the connection is back.',
    tryNow: 'Try now',
    signedOut: 'You are signed out.',
    signIn: 'Sign in',
  },
  account: (name: string) => `Account: ${name}`,
});

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
    unread: 'No unread messages',
    direct: 'No direct messages yet',
    favourites: 'No favourites yet',
    about: {
      all: 'Create a binder for your work and invite others.',
      unread: 'Binders with new messages appear here.',
      direct: 'Send a message to someone in your organisation.',
      favourites: 'Mark a binder as a favourite in its menu to keep it at the top.',
    },
  },
  noMessages: 'No messages yet',
  pages: (value: number) => count(value, 'page', 'pages'),
  you: 'You',
  said: (who: string, what: string) => `${who}: ${what}`,
  attachment: 'Sent an attachment',
  voiceMessage: 'Voice message',
  typing: (names: readonly string[]) =>
    `${list.format(names.slice(0, 3))} ${names.length === 1 ? 'is' : 'are'} typing…`,
  count: (value: number) => (value > 99 ? '99+' : String(value)),
  binders: (value: number) => count(value, 'binder', 'binders'),
  unread: (value: number) => count(value, 'unread message', 'unread messages'),
  mentions: (value: number) => count(value, 'mention', 'mentions'),
  isFavourite: 'favourite',
  isMuted: 'muted',
  meeting: 'Meeting in progress',
  actionsOf: (name: string) => `Actions: ${name}`,
});
