// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const app = messages('app', {
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
    offline: 'You are offline. Messages will be sent when you reconnect.',
    restarting: 'The server is restarting. Messages will be sent when it is back.',
    unreachable: 'The server cannot be reached. Messages will be sent when the connection is back.',
    tryNow: 'Try now',
    signedOut: 'You are signed out.',
    signIn: 'Sign in',
  },
  account: (name: string) => `Account: ${name}`,
  timeline: {
    list: 'Your binders. Use the arrow keys to move, Enter to open.',
    create: 'New',
    filter: 'Show',
    filters: {
      all: 'All',
      unread: 'Unread',
      direct: 'Direct',
      favourites: 'Favourites',
    },
    other: 'Other binders',
    done: 'Archived',
    empty: {
      unread: 'No unread messages',
      direct: 'No direct messages yet',
      favourites: 'No favourites yet',
      about: {
        all: 'Create a binder for your work and invite others.',
        unread: 'Binders with new messages appear here.',
        direct: 'Send a message to someone in your organisation.',
        favourites: 'Mark a binder as a favourite in its menu to keep it at the top.',
      },
      all: 'Nothing here yet',
    },
    noMessages: 'No messages yet',
    pages: (count: number) => forms(count, { one: `${digits(count)} page`, other: `${digits(count)} pages` }),
    you: 'You',
    draft: 'Draft',
    attachment: 'Sent an attachment',
    voiceMessage: 'Voice message',
    typing: (count: number, names: string) =>
      forms(count, { one: `${names} is typing…`, other: `${names} are typing…` }),
    binders: (count: number) =>
      forms(count, { one: `${digits(count)} binder`, other: `${digits(count)} binders` }),
    unread: (count: number) =>
      forms(count, { one: `${digits(count)} unread message`, other: `${digits(count)} unread messages` }),
    mentions: (count: number) =>
      forms(count, { one: `${digits(count)} mention`, other: `${digits(count)} mentions` }),
    isNew: 'new',
    isFavourite: 'favourite',
    isMuted: 'muted',
    online: 'online',
    idle: 'away',
    meeting: 'Meeting in progress',
    actionsOf: (name: string) => `Actions: ${name}`,
    said: (name: string, words: string) => `${name}: ${words}`,
  },
});
