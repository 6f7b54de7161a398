// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const consoleErase = messages('console-erase', {
  label: 'Erase',
  title: (name: string) => `Erase ${name}`,
  next: 'Continue',
  submit: 'Erase for good',
  goes: 'What is erased',
  stays: 'What is kept',
  content: 'Their content',
  contentOption: 'Also erase what they wrote, said and drew',
  contentHint: 'Messages, comments, drawings and captions, including in binder history.',
  sure: (name: string) => `${name} will be erased. What they wrote stays, as “Deleted user”.`,
  sureWithContent: (name: string) => `${name} will be erased, with everything they wrote, said and drew.`,
  final: 'This cannot be undone.',
  confirm: (name: string) => `Type “${name}” to confirm`,
  otherName: 'The name does not match.',
  begun: 'The account is erased. Binders will follow.',
  going: 'Erasure in progress',
  goingAbout: (since: string) =>
    `Requested on ${since}. The account is erased. Binders follow one by one, which can take minutes. You can leave this page: the result will be shown here.`,
  done: 'Erased',
  doneAbout: (at: string) => `Done on ${at}. What they wrote stays in its binders, as “Deleted user”.`,
  doneWithContent: (at: string) => `Done on ${at}, with everything they wrote, said and drew.`,
  goesList: {
    identity: 'Name, email address, picture, and every way to sign in, immediately.',
    names: 'Their name in binders and binder logs. They appear as “Deleted user”.',
  },
  staysList: {
    answers: 'Their answers in approvals, as “Deleted user”, because others rely on them.',
    files: 'Files, pages and to-dos, because they belong to the binder.',
    copies: 'Copies elsewhere: backups, exported archives, emails and meeting recordings.',
  },
});
