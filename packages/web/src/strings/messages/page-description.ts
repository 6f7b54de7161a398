// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const pageDescription = messages('page-description', {
  title: (name: string) => `Alt text of ${name}`,
  label: 'Alt text',
  hint: 'Describe what matters in the picture for people who can’t see it.',
  save: 'Save',
});
