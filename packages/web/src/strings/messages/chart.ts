// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const chart = messages('chart', {
  none: 'No data for this period',
  table: 'Figures',
  tableOf: (names: string) => `Figures: ${names}`,
  when: 'When',
  sentence: (title: string, total: string, from: string, to: string) =>
    `${title}: ${total} from ${from} to ${to}`,
  most: (label: string, value: string) => `, most on ${label} (${value})`,
  upTo: (value: string) => `up to ${value}`,
  bar: (label: string, value: string) => `${label}: ${value}`,
});
