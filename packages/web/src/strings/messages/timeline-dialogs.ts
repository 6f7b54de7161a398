// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const timelineDialogs = messages('timeline-dialogs', {
  name: 'Name',
  description: 'Description',
  create: 'Create',
  rename: 'Rename',
  renameBinder: (name: string) => `Rename “${name}”`,
  leave: (name: string) => `Leave “${name}”?`,
  leaveAbout: 'You will lose access. To come back, someone has to add you again.',
  remove: (name: string) => `Delete “${name}”?`,
  removeAbout: 'It will be deleted for all members, with everything in it. This cannot be undone.',
  removeCategory: (name: string) => `Delete the category “${name}”?`,
  removeCategoryAbout: 'Its binders remain, without a category.',
  find: 'Search by name or email',
  nobody: 'No matches.',
  noContacts: 'You don’t share an organisation or a binder with anyone yet.',
  chosen: (name: string) => `To ${name}`,
  takeOut: (name: string) => `Remove ${name}`,
  message: 'Message',
  send: 'Send',
});
