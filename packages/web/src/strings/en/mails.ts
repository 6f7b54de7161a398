import { sentences } from './sentences.ts';

export const mails = sentences({
  title: 'Emails',
  about: 'Emails that this server sends, in each language, with sample contents.',
  language: 'Language',
  preview: 'Preview of the emails',
});
