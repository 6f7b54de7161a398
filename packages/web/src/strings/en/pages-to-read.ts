import { sentences } from './sentences.ts';

export const pagesToRead = sentences({
  openThese: 'Open these pages to the end before you answer:',
  pages: 'Pages to read:',
  page: 'Page',
  openedByYou: 'opened by you',
  openedBy: (name: string) => `opened by ${name}`,
  someone: 'a former member',
  notOpened: 'not opened to the end yet',
  first: 'Open all pages to the end first.',
  recorded: 'Recorded: you opened this page to the end.',
  notRecorded: 'This could not be recorded. Open the page again.',
  /** In the form of a new request. */
  heading: 'Documents to read',
  none: 'None',
  count: (count: number) => `${count} ${count === 1 ? 'document' : 'documents'}`,
  hint: 'The person must open these to the end before they can press a button. A button that rejects needs nothing to be read.',
});
