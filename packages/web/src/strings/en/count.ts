import { readersLocale } from '../../design/locale.ts';

/** Texts that are not in the catalogues yet are English in every language. */
const plurals = new Intl.PluralRules('en');

/** A number with its noun in singular or plural. */
export const count = (value: number, one: string, other: string): string =>
  `${value.toLocaleString(readersLocale())} ${plurals.select(value) === 'one' ? one : other}`;
