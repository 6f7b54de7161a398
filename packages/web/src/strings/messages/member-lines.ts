// From locales/en.po, by scripts/check-locales.ts --write.
import { forms, messages } from '../language.ts';

export const memberLines = messages('member-lines', {
  added: (who: string, names: string) => `${who} added ${names}`,
  removed: (who: string, names: string) => `${who} removed ${names}`,
  left: (count: number, names: string) =>
    forms(count, { one: `${names} left the binder`, other: `${names} left the binder` }),
});
