// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const due = messages('due', {
  date: 'Due date',
  time: 'Due time',
  reminder: 'Reminder',
  reminders: {
    none: 'None',
    hour: '1 hour before',
    day: '1 day before',
    threeDays: '3 days before',
    week: '1 week before',
    current: 'Unchanged',
  },
  past: 'That time is in the past. Choose a later one.',
  noDate: 'Enter a due date.',
});
