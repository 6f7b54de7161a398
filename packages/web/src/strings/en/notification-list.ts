import type { NotificationType } from '@ringbinder/protocol';
import { count } from './count.ts';
import { sentences } from './sentences.ts';

export const notificationList = sentences({
  title: 'Notifications',
  empty: 'No notifications yet.',
  markAll: 'Mark all as read',
  settings: 'Settings',
  happened: {
    messages: (name: string, value: number) =>
      `${count(value, 'new message', 'new messages')}, last from ${name}`,
    mention: (name: string) => `${name} mentioned you`,
    reply: (name: string) => `${name} replied in a thread`,
    approval_waiting: (name: string) => `${name} needs your approval`,
    approval_completed: (name: string) => `${name} completed the approval`,
    approval_rejected: (name: string) => `${name} rejected the approval`,
    todo_assigned: (name: string) => `${name} assigned you a to-do`,
    todo_due: () => 'Reminder of a to-do',
    meet_scheduled: (name: string) => `${name} scheduled a meeting`,
    meet_starting: () => 'A meeting starts soon',
    meet_started: (name: string) => `${name} started a meeting`,
    meet_missed: (name: string) => `You missed a call from ${name}`,
    page_shared: (name: string, value: number) => `${name} added ${count(value, 'document', 'documents')}`,
    invitation: (name: string) => `${name} added you to a binder`,
  },
});

export const notificationSettings = {
  title: 'Notification settings',
  save: 'Save',
  saved: 'Your notification settings are saved.',
  push: 'Push notifications',
  modes: { at_once: 'On all my devices with push', none: 'Off' },
  device: 'Push to this device, also when Ringbinder is closed',
  notStarted: 'Push notifications could not be switched on. Check your connection and try again.',
  unreachable:
    'Your other settings are saved. This device receives no push notifications, because the browser could not reach its push service. Check your connection and try again.',
  noDevice: 'This browser cannot receive push notifications.',
  mail: 'Email',
  mails: {
    at_once: 'At once',
    unread: 'After 10 minutes, if still unread',
    daily: 'Once a day, at 8:00 in the morning',
    none: 'Off',
  },
  noMail: 'Ringbinder cannot email you: the server sends no email, or your account has no email address.',
  quiet: 'Quiet hours',
  from: 'From',
  to: 'To',
  quietHint:
    'In your time zone. Push notifications and email wait until quiet hours end. Leave both empty for none.',
  /** By their names in user agents. */
  browsers: { Edg: 'Edge', OPR: 'Opera' } as Readonly<Record<string, string>>,
  kinds: 'Notify me of',
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
};
