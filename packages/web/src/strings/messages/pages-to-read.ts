// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const pagesToRead = messages('pages-to-read', {
  openThese: 'Open these pages to the end before you answer:',
  pages: 'Pages to read:',
  page: 'Page',
  openedByYou: 'opened by you',
  openedBy: (name: string) => `opened by ${name}`,
  someone: 'a former member',
  notOpened: 'not opened to the end yet',
  recorded: 'Recorded: you opened this page to the end.',
  notRecorded: 'This could not be recorded. Open the page again.',
  heading: 'Documents to read',
  search: 'Search documents',
  notFound: 'No document matches.',
  forAll: 'Use these for all people',
  none: 'None',
  count: (count: number) =>
    forms(count, { one: `${digits(count)} document`, other: `${digits(count)} documents` }),
  hint: 'The person must open these to the end before they can press a button. A button that rejects needs nothing to be read.',
});
