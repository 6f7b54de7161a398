// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const consoleBinders = messages('console-binders', {
  title: 'Binders',
  about: (org: string) => `Binders in ${org}. Contents are visible only to members.`,
  empty: 'No one in this organisation has created a binder yet.',
  columns: {
    owner: 'Owner',
    members: 'Members',
    pages: 'Pages',
    changed: 'Changed',
  },
  transfer: 'Transfer ownership',
  transferAll: 'Transfer binders',
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
    busy: 'Other exports or imports are running. Try again in half a minute.',
    offline: 'The server could not be reached. Try again.',
    file: 'This file can’t be imported.',
    exists: 'This binder already exists.',
    precondition: 'It can’t be imported here.',
    tooLarge: 'It exceeds a limit.',
  },
  done: (name: string) => `“${name}” was imported`,
  notMember: 'You are not a member of this binder. Members will find it in their list.',
  open: 'Open the binder',
  doneToast: (name: string) => `“${name}” was imported.`,
  noFiles: 'The signature and the hash chain are valid.',
  doneAbout: (files: number) =>
    forms(files, {
      one: 'The signature, the hash chain and the file are valid.',
      other: `The signature, the hash chain and all ${digits(files)} files are valid.`,
    }),
  placeholders: (people: number) =>
    forms(people, {
      one: 'One person had no account here. They appear by name and are listed under People as disabled. To let them sign in, add an email address and enable them.',
      other: `${digits(people)} people had no account here. They appear by name and are listed under People as disabled. To let them sign in, add an email address and enable them.`,
    }),
});
