// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const notes = messages('notes', {
  heading: 'Heading',
  text: 'Text of the note',
  mine: 'Your version',
  theirs: 'Version in the binder',
  saveMine: 'Save my version',
  takeTheirs: 'Keep their version',
  done: 'Done',
  saved: 'Saved',
  saving: 'Saving…',
  unsaved: 'Unsaved changes',
  offline: 'No connection. Your text is safe in this tab, and is saved when the connection is back.',
  gone: 'The note was deleted. Copy your text before you leave.',
  readOnly: 'You can view this note but not edit it.',
  conflict:
    'You and someone else changed the same lines. Both versions are here: take what you need, then save.',
  editing: (name: string) => `${name} is editing this note.`,
  editingElsewhere: 'You are editing this note in another tab.',
  editHere: 'Edit here',
  ask: 'Ask to edit',
  asked: (name: string) => `You asked ${name}. You can edit when they agree or pause for a minute.`,
  free: 'Nobody is editing this note now.',
  edit: 'Edit',
  asks: (name: string) => `${name} asks to edit this note.`,
  handOver: 'Let them edit',
  notNow: 'Not now',
  unsavedHere: 'This tab has text that is not saved yet.',
  goOn: 'Continue editing',
});
