// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const formAnswers = messages('form-answers', {
  choose: 'Select an answer',
  change: 'Some answers need a change.',
  yes: 'Yes',
  no: 'No',
  questions: 'Questions',
  withCurrency: (label: string, currency: string) => `${label} (${currency})`,
  optional: (label: string) => `${label} (optional)`,
});
