import { sentences } from './sentences.ts';

/** How the app reports new messages: in the title of the tab, aloud, and by notifications of the system. */
export const notifications = sentences({
  title: (binder: string) => `${binder} · Ringbinder`,
  /** With how much is unread before the title of the tab. */
  titleWith: (unread: string, title: string) => `(${unread}) ${title}`,
  /** Read out, and shown by the system, some minutes before a meet. */
  meetSoon: (name: string, when: string) => `“${name}” begins at ${when}.`,
  /** Read out when somebody writes elsewhere. */
  newIn: (binder: string, said: string) => `New in ${binder}: ${said}`,
  label: 'Notifications',
  question: 'Messages came while this tab was in the background. Shall your browser tell you of them?',
  yes: 'Turn on',
  no: 'No, thanks',
  blocked: 'Your browser does not allow notifications of this page. You can change that in its settings.',
});
