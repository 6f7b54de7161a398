// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const meetingCaptions = messages('meeting-captions', {
  own: 'Transcribe my speech',
  on: 'Save captions to the meeting log',
  off: 'Stop captions',
  badge: 'Captions',
  label: 'Captions',
  offered: 'Live captions are on. Your device can transcribe what you say and add it to the meeting log.',
  start: 'Transcribe my speech',
  notNow: 'Not now',
  onlyYou: 'Only you can see this. Captions for everyone are off.',
  turnedOn: 'A host turned captions on.',
  turnedOff: 'Captions are off.',
  failed: {
    language: 'Your browser does not support the language of this page.',
    other: 'Your browser can’t transcribe your speech right now.',
  },
});
