// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const fileFields = messages('file-fields', {
  choose: 'Choose a file',
  drop: 'or drop it here',
  remove: (name: string) => `Remove ${name}`,
});
