import { sentences } from './sentences.ts';

export const notifications = sentences({
  title: (binder: string) => `${binder} · Ringbinder`,
  titleWith: (unread: string, title: string) => `(${unread}) ${title}`,
  /** Announced, and shown as a notification, some minutes before a meeting. */
  meetSoon: (name: string, when: string) => `“${name}” starts at ${when}.`,
  /** Shown when the reminder of a saved message is due. */
  reminder: (name: string, said: string) => `Reminder: ${name} wrote “${said}”`,
  /** Announced when a message arrives in another binder. */
  newIn: (binder: string, said: string) => `New in ${binder}: ${said}`,
  label: 'Notifications',
  question: 'You have new messages. Turn on desktop notifications?',
  yes: 'Turn on',
  no: 'No, thanks',
  blocked: 'Your browser blocks notifications from this page. You can change this in its settings.',
});
