import { sentences } from './sentences.ts';

/** The texts below fields that the browser finds invalid. */
export const fieldProblems = sentences({
  missing: 'Fill in this field.',
  choose: 'Choose one.',
  file: 'Choose a file.',
  email: 'Enter an email address, such as ada@example.com.',
  url: 'Enter a full address, such as https://example.com/.',
  number: 'Enter a number.',
  wholeNumber: 'Enter a whole number.',
  atLeast: (least: string) => `Enter ${least} or more.`,
  time: 'Enter a date and a time.',
  other: 'Change this value.',
});
