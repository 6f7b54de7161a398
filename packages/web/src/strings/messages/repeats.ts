// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const repeats = messages('repeats', {
  label: 'Repeats',
  never: 'Does not repeat',
  daily: 'Every day',
  weekly: 'Every week',
  twoWeekly: 'Every two weeks',
  monthly: 'Every month',
  lastDay: 'Last day (optional)',
  until: (repeats: string, day: string) => `${repeats}, until ${day}`,
});
