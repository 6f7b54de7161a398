// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const captions = messages('captions', {
  title: (name: string) => `Captions of ${name}`,
  add: 'Add captions',
  edit: 'Edit captions',
  transcript: 'Transcript',
  kinds: {
    captions: 'Captions',
    descriptions: 'Audio descriptions',
  },
  kind: 'Type',
  language: 'Language',
  other: 'Another language',
  file: 'WebVTT or SRT file',
  hint: 'Captions write down what is said and heard. Audio descriptions say what can only be seen.',
  save: 'Save',
  saved: 'Captions saved',
  download: (kind: string) => `Download: ${kind}`,
  remove: (kind: string) => `Remove: ${kind}`,
  removed: 'Captions removed',
  ofMeet: 'From the meeting',
  none: 'None',
  speak: 'Speak audio descriptions',
  unreadable: 'The file could not be read. Select it again.',
});
