// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const dateFields = messages('date-fields', {
  choose: 'Choose a date',
  previous: 'Previous month',
  next: 'Next month',
  clock: 'Time',
  today: 'Today',
  tomorrow: 'Tomorrow',
  monday: 'Next Monday',
  date: (example: string) => `Enter a date, such as ${example}.`,
  time: (example: string) => `Enter a time, such as ${example}.`,
  datetime: (example: string) => `Enter a date and a time, such as ${example}.`,
  noDay: 'This day doesn’t exist.',
  gap: 'This time doesn’t exist, because the clocks are put forward. Choose another time.',
  twice: 'The clocks are put back, so this time occurs twice. The first is used.',
  from: (date: string) => `Choose ${date} or a later date.`,
  until: (date: string) => `Choose ${date} or an earlier date.`,
});
