import type { NotificationType } from '@ringbinder/protocol';
import { sentences } from './sentences.ts';

/** Defaults of an organisation. */
export const orgNotifications = sentences({
  label: 'Notifications',
  title: (org: string) => `Notifications in ${org}`,
  hint: 'For people who have not chosen their own settings.',
  push: 'Push notifications',
  pushModes: [
    ['at_once', 'On'],
    ['none', 'Off'],
  ] as const,
  mail: 'Email',
  mailModes: [
    ['none', 'Off'],
    ['unread', 'After 10 minutes, if still unread'],
    ['daily', 'Once a day, at 8:00 in the morning'],
    ['at_once', 'At once'],
  ] as const,
  quiet: 'Quiet hours',
  from: 'From',
  to: 'To',
  quietHint: 'In the time zone of each person. Leave both empty for none.',
  quietWrong: 'Enter two different times, or leave both empty.',
  contents: 'Contents',
  contentFree: 'Push notifications and email only report that something waits, without names and texts',
});

/** Notifications by the app of a client. */
export const clientNotifications = sentences({
  names: {
    messages: 'Messages',
    mention: 'Mentions',
    reply: 'Replies in my threads',
    approval_waiting: 'Approvals that wait for me',
    approval_decided: 'Decided approvals',
    todo_assigned: 'To-dos for me',
    todo_due: 'Reminders',
    meet_scheduled: 'New meetings',
    meet_starting: 'Meetings that start soon',
    meet_started: 'Calls',
    meet_missed: 'Missed calls',
    page_shared: 'New documents',
    invitation: 'New binders',
  } satisfies Record<NotificationType, string>,
  label: 'Notifications',
  title: (client: string) => `Notifications by the app of ${client}`,
  about: 'Calls of the last 30 days, the latest first.',
  url: 'Notification URL',
  urlHint:
    'Your app’s server receives the notifications of people here and pushes them. Leave empty for none.',
  gone: 'The server answered 410 and receives nothing until you save the address again.',
  which: 'Secret',
  secrets: [
    ['client', 'Client secret'],
    ['notification', 'Notification secret'],
    ['events', 'Events secret'],
  ] as const,
  both: 'While the old secret is valid, calls are signed with both.',
  empty: 'No notification was sent to this app yet.',
  columns: { kind: 'Kind', person: 'Person', tries: 'Attempts', last: 'Last answer', when: 'Created' },
  states: { pending: 'Pending', delivered: 'Delivered', dead: 'Given up', dropped: 'Not needed' },
});
