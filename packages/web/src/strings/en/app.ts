import { common } from './common.ts';
import { count } from './count.ts';
import { isolated } from './isolated.ts';
import { sections } from './sections.ts';

const list = new Intl.ListFormat(common.locale, { type: 'conjunction' });
/** The frame of the app. */
export const app = {
  title: (binder: string) => `${isolated(binder)} · Ringbinder`,
  /** With how much is unread before the title of the tab. */
  titleWith: (unread: string, title: string) => `(${unread}) ${title}`,
  home: 'Binders',
  /** What lies over the app. */
  over: 'Menu',
  find: 'Find',
  findKey: 'Ctrl K',
  sandbox: 'Sandbox',
  notThere: 'This part is not there yet',
  skipToBinder: 'Skip to the binder',
  skipToList: 'Skip to the list of binders',
  back: 'All binders',
  choose: 'Choose a binder',
  chooseAbout: 'What happens in it appears here as it happens.',
  gone: 'You cannot read this binder',
  goneAbout: 'It was deleted, or you are no longer a member. Ask its owner if you think you should be.',
  goneLink: 'Go to your binders',
  loadingBinder: 'Loading the binder',
  notHere: 'This binder is not on this device yet',
  notHereAbout: 'You have not opened it here before. It appears as soon as there is a connection.',
  sections,
  connection: {
    connecting: 'Connecting …',
    offline: 'You are offline. What you write is sent when you are back.',
    restarting: 'The server restarts. What you write is sent when it is back.',
    unreachable: 'The server cannot be reached. What you write is sent when it can.',
    tryNow: 'Try now',
    signedOut: 'You are signed out.',
    signIn: 'Sign in',
  },
  /** Read out, and shown by the system, some minutes before a meet. */
  meetSoon: (name: string, when: string) => `“${isolated(name)}” begins at ${when}.`,
  /** Read out when somebody writes elsewhere. */
  newIn: (binder: string, said: string) => `New in ${isolated(binder)}: ${isolated(said)}`,
  notifications: {
    label: 'Notifications',
    question: 'Messages came while this tab was in the background. Shall your browser tell you of them?',
    yes: 'Turn on',
    no: 'No, thanks',
    blocked: 'Your browser does not allow notifications of this page. You can change that in its settings.',
  },
  profile: {
    button: (name: string) => `Account of ${name}`,
    account: 'Your account',
    console: 'Administration',
    shortcuts: 'Keyboard shortcuts',
    notifications: 'Notifications',
    sound: 'Play a sound',
    theme: 'Theme',
    signOut: 'Sign out',
  },
};

/** The list of all binders. */
export const timeline = {
  label: 'Binders',
  list: 'Your binders. Use the arrow keys to move, Enter to open.',
  create: 'New',
  newBinder: 'New binder',
  newDirect: 'New direct message',
  newCategory: 'New category',
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
  said: (who: string, what: string) => `${isolated(who)}: ${isolated(what)}`,
  attachment: 'Sent something',
  voiceMessage: 'Voice message',
  typing: (names: readonly string[]) =>
    `${list.format(names.slice(0, 3).map(isolated))} ${names.length === 1 ? 'is' : 'are'} typing …`,
  count: (value: number) => (value > 99 ? '99+' : String(value)),
  binders: (value: number) => count(value, 'binder', 'binders'),
  unread: (value: number) => count(value, 'unread message', 'unread messages'),
  mentions: (value: number) => count(value, 'message names you', 'messages name you'),
  isFavourite: 'favourite',
  isMuted: 'muted',
  meeting: 'A meet runs',
  actionsOf: (name: string) => `Actions: ${name}`,
  actions: {
    favourite: 'Favourite',
    mute: 'Mute',
    read: 'Mark as read',
    category: 'Category',
    noCategory: 'None',
    history: 'History',
    rename: 'Rename',
    leave: 'Leave',
    remove: 'Delete',
  },
  moved: (binder: string, category: string) => `“${isolated(binder)}” is in “${isolated(category)}” now.`,
  movedOut: (binder: string) => `“${isolated(binder)}” is in no category now.`,
};
