import { sentences } from './sentences.ts';

const people = (value: number) => (value === 1 ? 'One person' : `${value} people`);

/** The binders of an org, and bringing one in. */
export const archives = sentences({
  title: 'Binders',
  about: (org: string) => `What binders ${org} has. What is in them is for their members alone.`,
  empty: 'Nobody of this organisation has made a binder yet.',
  columns: { owner: 'Owner', members: 'Members', pages: 'Pages', changed: 'Changed' },
  direct: 'Direct message',
  import: 'Import a binder',
  submit: 'Import',
  hint: 'The owner of a binder exports it in its menu: “Export”. From that file it comes back when it was deleted, or comes here from another installation, with all that was in it.',
  file: 'Archive',
  fileHint: 'A .tar file. It must be signed by this installation, or by one that its operator trusts.',
  progress: 'Progress of the upload',
  sending: (sent: string, total: string) => `Sent ${sent} of ${total}.`,
  checking:
    'All is sent. It is being checked and imported; you can close this, and the binder is listed when it is there.',
  refused: {
    file: (why: string) => `This file is not imported: it ${why}.`,
    exists: (why: string) => `It is not imported, for it exists: ${why}.`,
    precondition: (why: string) => `It is not imported here: ${why}.`,
    tooLarge: (why: string) => `It does not fit: ${why}.`,
    busy: 'Others export or import at this moment. Try again in half a minute.',
    offline: 'The server could not be reached. Try again.',
  },
  done: (name: string) => `“${name}” is here`,
  doneAbout: (files: number) =>
    files === 0
      ? 'All of it was checked: signature and hash chain fit.'
      : `All of it was checked, with ${files === 1 ? 'its file' : `its ${files} files`}: signature and hash chain fit.`,
  placeholders: (value: number) =>
    `${people(value)} had no account here. They are shown by their names, and listed under People as disabled: give them an address and enable them, so that they can sign in.`,
  notMember: 'You are not a member of it. Those who are find it among their binders.',
  open: 'Open the binder',
  doneToast: (name: string) => `“${name}” was imported.`,
});
