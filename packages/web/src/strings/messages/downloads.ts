// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const downloads = messages('downloads', {
  label: 'Downloads',
  progressOf: (name: string) => `Progress: ${name}`,
  preparing: 'Preparing…',
  received: (received: string, total: string) => `${received} of ${total}`,
  saved: (name: string) => `${name} was downloaded.`,
  lost: 'The connection was lost before the download finished.',
  busy: 'Other exports are running. Try again in half a minute.',
  retry: 'Try again',
  retryOf: (name: string) => `Try again: ${name}`,
  dismiss: 'Dismiss',
  dismissOf: (name: string) => `Dismiss: ${name}`,
  cancel: 'Cancel',
  cancelOf: (name: string) => `Cancel: ${name}`,
  binder: {
    title: (name: string) => `Export “${name}”`,
    about:
      'You get one file with everything in the binder: messages, pages with annotations and comments, to-dos, approvals, members, meetings and files.',
    care: 'Anyone with the file can read everything in it. An admin of an organisation can import it, here or elsewhere. The file is signed: a changed file is rejected.',
    submit: 'Export',
  },
  own: {
    title: 'Download your data',
    about:
      'You get one file with the data stored about you: your profile and sign-ins, what you wrote, said and drew in every binder, and the files you uploaded.',
    care: 'It is a .tar file with a list (JSON Lines) for each kind of data, and your original files. It contains no data of other people.',
    submit: 'Download',
    fileName: 'my-data.tar',
  },
});
