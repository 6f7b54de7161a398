import { sentences } from './sentences.ts';

export const later = sentences({
  save: 'Save for later',
  unsave: 'Remove from saved',
  remind: 'Remind me…',
  saved: 'Saved for later.',
  unsaved: 'Removed from your saved messages.',
  mark: 'Saved for later',
  /** @param when such as “tomorrow, 09:00” */
  markWithReminder: (when: string) => `Saved for later. Reminder: ${when}`,
  dialog: {
    title: 'Remind me',
    about: 'Only you see the reminder. The message waits for you in “For you”.',
    soon: 'In 20 minutes',
    hour: 'In 1 hour',
    hours: 'In 3 hours',
    tomorrow: 'Tomorrow at 9:00',
    monday: 'Next Monday at 9:00',
    custom: 'At another time',
    submit: 'Set reminder',
    noTime: 'Enter a date and a time.',
    past: 'Choose a time in the future.',
  },
  /** @param when such as “tomorrow, 09:00” */
  reminded: (when: string) => `You’ll be reminded ${when}.`,
  section: 'Saved',
  due: (value: number) => `${value} due`,
  dueSince: (when: string) => `Reminder: ${when}`,
  reminder: (when: string) => `Reminder ${when}`,
  from: (name: string) => `Message of ${name}`,
  done: 'Done',
  doneNamed: (name: string) => `Done: message of ${name}`,
  reschedule: 'Remind me…',
  rescheduleNamed: (name: string) => `Remind me of the message of ${name}`,
});
