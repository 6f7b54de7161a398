import { sentences } from './sentences.ts';

/** The dialogs of Timeline. */
export const dialogs = sentences({
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
});
