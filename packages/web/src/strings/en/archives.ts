import { sentences } from './sentences.ts';

const people = (value: number) => (value === 1 ? 'One person' : `${value} people`);

export const archives = sentences({
  title: 'Binders',
  about: (org: string) => `Binders in ${org}. Contents are visible only to members.`,
  empty: 'No one in this organisation has created a binder yet.',
  columns: { owner: 'Owner', members: 'Members', pages: 'Pages', changed: 'Changed' },
  direct: 'Direct message',
  import: 'Import a binder',
  submit: 'Import',
  hint: 'The owner of a binder exports it with “Export” in its menu. Import that file to restore a deleted binder with everything in it, or to bring one here from another installation.',
  file: 'Archive',
  fileHint: 'A .tar file, signed by this installation or by one that its operator trusts.',
  progress: 'Upload progress',
  sending: (sent: string, total: string) => `Uploaded ${sent} of ${total}.`,
  checking:
    'Upload complete. The archive is being checked and imported. You can close this dialog: the binder will appear in the list.',
  refused: {
    file: (why: string) => `This file can’t be imported: it ${why}.`,
    exists: (why: string) => `This binder already exists: ${why}.`,
    precondition: (why: string) => `It can’t be imported here: ${why}.`,
    tooLarge: (why: string) => `It exceeds a limit: ${why}.`,
    busy: 'Other exports or imports are running. Try again in half a minute.',
    offline: 'The server could not be reached. Try again.',
  },
  done: (name: string) => `“${name}” was imported`,
  doneAbout: (files: number) =>
    files === 0
      ? 'The signature and the hash chain are valid.'
      : `The signature, the hash chain and ${files === 1 ? 'the file' : `all ${files} files`} are valid.`,
  placeholders: (value: number) =>
    `${people(value)} had no account here. They appear by name and are listed under People as disabled. To let them sign in, add an email address and enable them.`,
  notMember: 'You are not a member of this binder. Members will find it in their list.',
  open: 'Open the binder',
  doneToast: (name: string) => `“${name}” was imported.`,
});
