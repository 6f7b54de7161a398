// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const consoleClientTexts = messages('console-client-texts', {
  label: 'Names of the sections',
  about:
    'Embedded modules of this client show these names in place of ours, for people who read this language. Leave a field empty for our name.',
  language: 'Language',
  preview: 'Preview',
});
