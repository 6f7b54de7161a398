// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const notices = messages('notices', {
  title: 'Notifications',
  empty: 'No notifications yet.',
  markAll: 'Mark all as read',
  settings: 'Settings',
  happened: {
    messages: (count: number, name: string) =>
      forms(count, {
        one: `${digits(count)} new message, last from ${name}`,
        other: `${digits(count)} new messages, last from ${name}`,
      }),
    approvalWaiting: 'Your approval is needed',
    approvalReminded: (name: string) => `${name} reminds you to answer`,
    approvalCompleted: (name: string) => `${name} completed the approval`,
    approvalRejected: (name: string) => `${name} rejected the approval`,
    todoAssigned: (name: string) => `${name} assigned you a to-do`,
    todoDue: 'Reminder of a to-do',
    messageDue: (name: string) => `Reminder of a message from ${name}`,
    meetScheduled: (name: string) => `${name} scheduled a meeting`,
    meetStarting: 'A meeting starts soon',
    meetStarted: (name: string) => `${name} started a meeting`,
    meetMissed: (name: string) => `You missed a call from ${name}`,
    pageShared: (count: number, name: string) =>
      forms(count, {
        one: `${name} added ${digits(count)} document`,
        other: `${name} added ${digits(count)} documents`,
      }),
    pageCommented: (name: string, title: string) => `${name} commented on the page “${title}”`,
    invitation: (name: string) => `${name} added you to a binder`,
    ownership: (name: string) => `${name} made you the owner of a binder`,
  },
  form: {
    title: 'Notification settings',
    save: 'Save',
    saved: 'Your notification settings are saved.',
    push: 'Push notifications',
    modes: {
      atOnce: 'On all my devices with push',
      none: 'Off',
    },
    device: 'Push to this device, also when Ringbinder is closed',
    notStarted: 'Push notifications could not be switched on. Check your connection and try again.',
    unreachable:
      'Your other settings are saved. This device receives no push notifications, because the browser could not reach its push service. Check your connection and try again.',
    noDevice: 'This browser cannot receive push notifications.',
    mail: 'Email',
    mails: {
      atOnce: 'At once',
      unread: 'After 10 minutes, if still unread',
      daily: 'Once a day, at 8:00 in the morning',
    },
    noMail: 'Ringbinder cannot email you: the server sends no email, or your account has no email address.',
    quiet: 'Quiet hours',
    from: 'From',
    to: 'To',
    quietHint: (zone: string) =>
      `In your time zone (${zone}). Push notifications and email wait until quiet hours end. Leave both empty for none.`,
    kinds: 'Notify me of',
  },
  names: {
    messages: 'Messages',
    mention: 'Mentions',
    reply: 'Replies in my threads',
    approvalWaiting: 'Approvals that wait for me',
    approvalDecided: 'Decided approvals',
    todoAssigned: 'To-dos for me',
    todoDue: 'Reminders of to-dos',
    messageDue: 'Reminders of messages',
    meetScheduled: 'New meetings',
    meetStarting: 'Meetings that start soon',
    meetStarted: 'Calls',
    meetMissed: 'Missed calls',
    pageShared: 'New documents',
    pageCommented: 'Comments on pages',
    invitation: 'New binders',
    ownership: 'Binders transferred to me',
  },
});
