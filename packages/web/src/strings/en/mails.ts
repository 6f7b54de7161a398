import { sentences } from './sentences.ts';

export const mails = sentences({
  title: 'Emails',
  about: 'What people receive from this server, in their language, with sample contents.',
  language: 'Language',
  preview: 'Preview of the emails',
});
