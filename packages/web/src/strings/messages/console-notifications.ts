// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const consoleNotifications = messages('console-notifications', {
  org: {
    label: 'Notifications',
    title: (org: string) => `Notifications in ${org}`,
    hint: 'For people who have not chosen their own settings.',
    push: 'Push notifications',
    mail: 'Email',
    quiet: 'Quiet hours',
    from: 'From',
    to: 'To',
    quietHint: 'In the time zone of each person. Leave both empty for none.',
    quietWrong: 'Enter two different times, or leave both empty.',
    contents: 'Contents',
    contentFree: 'Push notifications and email only report that something waits, without names and texts',
    pushModes: {
      atOnce: 'On',
      none: 'Off',
    },
    mailModes: {
      none: 'Off',
      unread: 'After 10 minutes, if still unread',
      daily: 'Once a day, at 8:00 in the morning',
      atOnce: 'At once',
    },
  },
  client: {
    names: {
      messages: 'Messages',
      mention: 'Mentions',
      reply: 'Replies in my threads',
      approvalWaiting: 'Approvals that wait for me',
      approvalDecided: 'Decided approvals',
      todoAssigned: 'To-dos for me',
      todoDue: 'Reminders',
      meetScheduled: 'New meetings',
      meetStarting: 'Meetings that start soon',
      meetStarted: 'Calls',
      meetMissed: 'Missed calls',
      pageShared: 'New documents',
      invitation: 'New binders',
    },
    label: 'Notifications',
    title: (client: string) => `Notifications by the app of ${client}`,
    about: 'Calls of the last 30 days, the latest first.',
    url: 'Notification URL',
    urlHint:
      'Your app’s server receives the notifications of people here and pushes them. Leave empty for none.',
    gone: 'The server answered 410 and receives nothing until you save the address again.',
    which: 'Secret',
    both: 'While the old secret is valid, calls are signed with both.',
    empty: 'No notification was sent to this app yet.',
    columns: {
      kind: 'Kind',
      person: 'Person',
      tries: 'Attempts',
      last: 'Last answer',
      when: 'Created',
    },
    states: {
      pending: 'Pending',
      delivered: 'Delivered',
      dead: 'Given up',
      dropped: 'Not needed',
    },
    secrets: {
      client: 'Client secret',
      notification: 'Notification secret',
      events: 'Events secret',
    },
  },
});
