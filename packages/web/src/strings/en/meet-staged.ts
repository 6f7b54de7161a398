import { sentences } from './sentences.ts';

/** What is said of a page on the stage of a meet. */
export const meetStaged = sentences({
  title: 'Show a page to all',
  choose: 'Pages of the binder',
  board: 'New whiteboard',
  boardName: 'Whiteboard of the meet',
  none: 'The binder has no pages yet. Begin with a whiteboard.',
  close: 'Cancel',
  bar: 'The page on the stage',
  shownBy: (name: string) => `Shown by ${name}`,
  shownByYou: 'Shown by you',
  draw: 'Draw',
  follow: (name: string) => `Follow ${name}`,
  following: (name: string) => `Following ${name}`,
  takeOver: 'Take over',
  stop: 'Stop showing',
  previous: 'Page before',
  next: 'Next page',
  gone: 'This page is no longer there.',
  picture: (name: string) => `The page that ${name} shows`,
  pictureFailed: 'The picture of the page does not load.',
  pageOf: (name: string) => `Page: ${name}`,
} as const);
