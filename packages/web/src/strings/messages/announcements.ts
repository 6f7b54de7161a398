// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const announcements = messages('announcements', {
  answered: (answer: string) => `Your answer: ${answer}`,
  connected: 'Connected again.',
});
