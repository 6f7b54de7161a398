// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const meetingStaged = messages('meeting-staged', {
  title: 'Show a page to everyone',
  choose: 'Pages of the binder',
  board: 'New whiteboard',
  boardName: 'Meeting whiteboard',
  none: 'The binder has no pages yet. Start with a whiteboard.',
  find: 'Search pages',
  noMatch: 'No page has that name.',
  close: 'Cancel',
  bar: 'Shared page',
  shownBy: (name: string) => `Shown by ${name}`,
  shownByYou: 'Shown by you',
  draw: 'Draw',
  follow: (name: string) => `Follow ${name}`,
  following: (name: string) => `Following ${name}`,
  takeOver: 'Take over',
  stop: 'Stop showing',
  previous: 'Previous page',
  next: 'Next page',
  gone: 'This page is no longer available.',
  picture: (name: string) => `The page that ${name} is showing`,
  pictureFailed: 'The image of the page could not be loaded.',
  pageOf: (name: string) => `Page: ${name}`,
});
