import { sentences } from './sentences.ts';

/** What is put together by the server and saved by the browser. */
export const downloads = sentences({
  label: 'Downloads',
  progressOf: (name: string) => `Progress: ${name}`,
  preparing: 'Being put together …',
  received: (received: string, total: string) => `${received} of ${total}`,
  saved: (name: string) => `${name} was downloaded.`,
  lost: 'The connection was lost before all of it was there.',
  busy: 'Others export at this moment. Try again in half a minute.',
  retry: 'Try again',
  retryOf: (name: string) => `Try again: ${name}`,
  dismiss: 'Dismiss',
  dismissOf: (name: string) => `Dismiss: ${name}`,
  cancel: 'Cancel',
  cancelOf: (name: string) => `Cancel: ${name}`,
  binder: {
    title: (name: string) => `Export “${name}”`,
    about:
      'You get one file with all of the binder as it is now: messages, pages with what was drawn and said on them, to-dos, transactions, members, meets and files.',
    care: 'Whoever has the file can read all of it. An admin of an organisation can bring the binder back from it, here or elsewhere. It is signed: once changed, it is refused.',
    submit: 'Export',
  },
  own: {
    title: 'Download your data',
    about:
      'You get one file with what is kept of you: your profile and sign-ins, what you wrote, said and drew in every binder, and the files that you uploaded.',
    care: 'It is a .tar with a list (JSON lines) for each kind of thing, and the files as they came. There is nothing of others in it.',
    submit: 'Download',
    fileName: 'my-data.tar',
  },
});

/** The name of the file of a binder that is exported. */
export const exportFileName = (binder: string) => `${binder}.tar`;
