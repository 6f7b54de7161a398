// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const consoleMails = messages('console-mails', {
  title: 'Emails',
  about: 'Emails that this server sends, in each language, with sample contents.',
  language: 'Language',
  preview: 'Preview of the emails',
});
