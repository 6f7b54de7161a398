import { common } from './common.ts';

const plurals = new Intl.PluralRules(common.locale);
const numbers = new Intl.NumberFormat(common.locale);
const list = new Intl.ListFormat(common.locale, { type: 'conjunction' });

/** A number with the word that fits it. */
const count = (value: number, one: string, other: string) =>
  `${numbers.format(value)} ${plurals.select(value) === 'one' ? one : other}`;

/** The frame of the app. */
export const app = {
  title: (binder: string) => `${binder} · Ringbinder`,
  /** With how much is unread before the title of the tab. */
  titleWith: (unread: string, title: string) => `(${unread}) ${title}`,
  home: 'Binders',
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
  sections: {
    label: 'Parts of the binder',
    chat: 'Chat',
    pages: 'Pages',
    todos: 'To-dos',
    transactions: 'Transactions',
    members: 'Members',
  },
  connection: {
    connecting: 'Connecting …',
    offline: 'You are offline. What you write is sent when you are back.',
    restarting: 'The server restarts. What you write is sent when it is back.',
    unreachable: 'The server cannot be reached. What you write is sent when it can.',
    tryNow: 'Try now',
    signedOut: 'You are signed out.',
    signIn: 'Sign in',
  },
  /** Read out when somebody writes elsewhere. */
  newIn: (binder: string, said: string) => `New in ${binder}: ${said}`,
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
  you: 'You',
  said: (who: string, what: string) => `${who}: ${what}`,
  attachment: 'Sent something',
  voiceMessage: 'Voice message',
  typing: (names: readonly string[]) =>
    `${list.format(names.slice(0, 3))} ${names.length === 1 ? 'is' : 'are'} writing …`,
  count: (value: number) => (value > 99 ? '99+' : String(value)),
  binders: (value: number) => count(value, 'binder', 'binders'),
  unread: (value: number) => count(value, 'unread message', 'unread messages'),
  mentions: (value: number) => count(value, 'message names you', 'messages name you'),
  isFavourite: 'favourite',
  isMuted: 'muted',
  actionsOf: (name: string) => `Actions: ${name}`,
  actions: {
    favourite: 'Favourite',
    mute: 'Mute',
    read: 'Mark as read',
    category: 'Category',
    noCategory: 'None',
    rename: 'Rename',
    leave: 'Leave',
    remove: 'Delete',
  },
  moved: (binder: string, category: string) => `“${binder}” is in “${category}” now.`,
  movedOut: (binder: string) => `“${binder}” is in no category now.`,
  dialogs: {
    name: 'Name',
    description: 'What it is for',
    create: 'Create',
    rename: 'Rename',
    renameBinder: (name: string) => `Rename “${name}”`,
    leave: (name: string) => `Leave “${name}”?`,
    leaveAbout: 'You will not see it any more. To come back, somebody has to add you again.',
    remove: (name: string) => `Delete “${name}”?`,
    removeAbout: 'It is deleted for all its members, with everything in it. This cannot be undone.',
    removeCategory: (name: string) => `Delete the category “${name}”?`,
    removeCategoryAbout: 'The binders in it stay, and are in no category then.',
    find: 'Find somebody by name or address',
    nobody: 'Nobody fits what you typed.',
    noContacts: 'You share no organisation or binder with anyone yet.',
    chosen: (name: string) => `To ${name}`,
    other: 'Somebody else',
    message: 'Message',
    send: 'Send',
  },
};

/** The field that finds things. */
export const find = {
  title: 'Find a binder, or what is in one',
  button: 'Find',
  key: 'Ctrl K',
  placeholder: 'Names of binders, words of messages, pages, files, to-dos',
  results: 'What was found',
  searching: 'Searching …',
  nothing: 'Nothing has these words.',
  more: (binders: number) => `Search ${count(binders, 'older binder', 'older binders')}`,
  types: { message: 'Message', page: 'Page', file: 'File', todo: 'To-do', transaction: 'Transaction' },
  where: (type: string, binder: string, author: string | undefined) =>
    author === undefined ? `${type} in ${binder}` : `${type} in ${binder}, ${author}`,
};

/** Keys are named below; a space stands between keys that are held together. */
const shortcutGroups: readonly { name: string; keys: readonly (readonly [keys: string, does: string])[] }[] =
  [
    {
      name: 'Everywhere',
      keys: [
        ['Control K', 'Find a binder, or what is in one'],
        ['Alt ArrowDown', 'The next binder'],
        ['Alt ArrowUp', 'The binder before'],
        ['Alt Shift ArrowDown', 'The next binder with something unread'],
        ['Alt Shift ArrowUp', 'The unread binder before'],
        ['?', 'This sheet'],
      ],
    },
    {
      name: 'In the list of binders',
      keys: [
        ['ArrowDown', 'The next line'],
        ['ArrowUp', 'The line before'],
        ['Enter', 'Open the binder'],
        ['Shift F10', 'What can be done with it'],
        ['ArrowLeft', 'Hide the binders of a group'],
        ['ArrowRight', 'Show them'],
      ],
    },
    {
      name: 'In the chat',
      keys: [
        ['Enter', 'Send'],
        ['Shift Enter', 'A new line'],
        ['ArrowUp', 'Edit your last message, where the field is empty'],
        ['Control B', 'Bold; also I for italic, K for a link'],
        ['Control F', 'Search in this binder'],
        ['Escape', 'Back to the field; stop answering or editing'],
      ],
    },
    {
      name: 'On a message',
      keys: [
        ['ArrowUp', 'The message before'],
        ['ArrowDown', 'The next message'],
        ['End', 'The newest message'],
        ['R', 'Reply'],
        ['E', 'Edit your own message'],
        ['+', 'React'],
        ['P', 'Pin or unpin'],
        ['C', 'Copy the text'],
        ['Delete', 'Delete your own message'],
        ['M', 'All that can be done with it'],
      ],
    },
  ];

/** The sheet of shortcuts. */
export const shortcuts: {
  title: string;
  groups: typeof shortcutGroups;
  keyNames: Readonly<Record<string, string>>;
  appleKeyNames: Readonly<Record<string, string>>;
} = {
  title: 'Keyboard shortcuts',
  groups: shortcutGroups,
  keyNames: { Control: 'Ctrl', ArrowDown: '↓', ArrowUp: '↑', ArrowLeft: '←', ArrowRight: '→' },
  appleKeyNames: { Control: '⌘', Alt: '⌥', Shift: '⇧' },
};
