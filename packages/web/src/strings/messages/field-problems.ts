// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const fieldProblems = messages('field-problems', {
  missing: 'Fill in this field.',
  choose: 'Choose one.',
  file: 'Choose a file.',
  email: 'Enter an email address, such as ada@example.com.',
  url: 'Enter a full address, such as https://example.com/.',
  number: 'Enter a number.',
  wholeNumber: 'Enter a whole number.',
  atLeast: (least: string) => `Enter ${least} or more.`,
  atMost: (most: string) => `Enter ${most} or less.`,
  other: 'Change this value.',
});
