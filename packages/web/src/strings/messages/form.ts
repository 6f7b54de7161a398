// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const form = messages('form', {
  discard: 'Discard your changes?',
  drop: 'Discard',
  goOn: 'Continue editing',
});
