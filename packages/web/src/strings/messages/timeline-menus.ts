// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const timelineMenus = messages('timeline-menus', {
  newBinder: 'New binder',
  newDirect: 'New direct message',
  newCategory: 'New category',
  favourite: 'Favourite',
  mute: 'Mute',
  read: 'Mark as read',
  archive: 'Archive',
  unarchive: 'Move out of the archive',
  archived: 'Archived. It returns when somebody writes.',
  category: 'Category',
  noCategory: 'None',
  history: 'History',
  rename: 'Rename',
  leave: 'Leave',
  remove: 'Delete',
  moved: (binder: string, category: string) => `“${binder}” is now in “${category}”.`,
  movedOut: (binder: string) => `“${binder}” no longer has a category.`,
});
