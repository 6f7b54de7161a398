import { sentences } from './sentences.ts';

/** How the app reports new messages: in the title of the tab, aloud, and by notifications of the system. */
export const notifications = sentences({
  title: (binder: string) => `${binder} · Ringbinder`,
  /** With how much is unread before the title of the tab. */
  titleWith: (unread: string, title: string) => `(${unread}) ${title}`,
  /** Read out, and shown by the system, some minutes before a meet. */
  meetSoon: (name: string, when: string) => `“${name}” starts at ${when}.`,
  /** Read out when somebody writes elsewhere. */
  newIn: (binder: string, said: string) => `New in ${binder}: ${said}`,
  label: 'Notifications',
  question: 'You have new messages. Turn on desktop notifications?',
  yes: 'Turn on',
  no: 'No, thanks',
  blocked: 'Your browser blocks notifications from this page. You can change this in its settings.',
});
