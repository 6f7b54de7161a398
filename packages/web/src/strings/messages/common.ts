// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const common = messages('common', {
  actions: {
    cancel: 'Cancel',
    close: 'Done',
    retry: 'Try again',
    more: 'Show more',
    copy: 'Copy',
    copied: 'Copied',
  },
  state: {
    working: 'Working…',
    loading: 'Loading',
  },
  failed: 'This could not be loaded',
  refused: 'Please fix the highlighted field.',
  offline: 'The server cannot be reached.',
  theme: 'Theme',
  themes: {
    auto: 'System',
    light: 'Light',
    dark: 'Dark',
  },
  others: (count: number) =>
    forms(count, { one: `${digits(count)} other`, other: `${digits(count)} others` }),
  about: (action: string, what: string) => `${action}: ${what}`,
});
