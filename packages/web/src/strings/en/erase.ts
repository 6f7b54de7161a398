import { sentences } from './sentences.ts';

export const erase = sentences({
  label: 'Erase',
  title: (name: string) => `Erase ${name}`,
  next: 'Continue',
  submit: 'Erase for good',
  goes: 'What is erased',
  goesList: [
    'Name, email address, picture, and every way to sign in, immediately.',
    'Their name in binders and binder logs. They appear as “Deleted user”.',
  ],
  stays: 'What is kept',
  staysList: [
    'Their answers in approvals, as “Deleted user”, because others rely on them.',
    'Files, pages and to-dos, because they belong to the binder.',
    'Copies elsewhere: backups, exported archives, emails and meeting recordings.',
  ],
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
});
