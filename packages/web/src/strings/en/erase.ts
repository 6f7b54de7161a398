import { sentences } from './sentences.ts';

/** Erasing a person. */
export const erase = sentences({
  label: 'Erase',
  title: (name: string) => `Erase ${name}`,
  next: 'Continue',
  submit: 'Erase for good',
  goes: 'What goes',
  goesList: [
    'Name, e-mail address, picture, and every way to sign in: at once.',
    'Their name in binders and in the logs of binders. They become a “Deleted user”.',
  ],
  stays: 'What stays',
  staysList: [
    'What they answered in transactions, by a “Deleted user”: others rely on it.',
    'Files, pages and to-dos: those are the binder’s.',
    'Copies elsewhere: backups, exported archives, mails, and recordings of meets.',
  ],
  content: 'With what they wrote',
  contentOption: 'Erase what they wrote, said and drew, too',
  contentHint: 'Messages, comments, drawings and captions, also in the history of binders.',
  sure: (name: string) => `${name} is erased, and what they wrote stays, by a “Deleted user”.`,
  sureWithContent: (name: string) => `${name} is erased, with all that they wrote, said and drew.`,
  final: 'Nobody can undo this.',
  confirm: (name: string) => `Type “${name}” to confirm`,
  otherName: 'This is not the name.',
  begun: 'The account is erased. Binders follow.',
  going: 'Being erased',
  goingAbout: (since: string) =>
    `Asked for on ${since}. The account is erased; binders follow one after the other, which takes minutes where there are many. You can leave this page: it goes on, and is told here once it is done.`,
  done: 'Erased',
  doneAbout: (at: string) => `Done on ${at}. What they wrote stays in its binders, by a “Deleted user”.`,
  doneWithContent: (at: string) => `Done on ${at}, with all that they wrote, said and drew.`,
});
