import { readersLocale } from '../../design/locale.ts';
import { common } from './common.ts';

const plurals = new Intl.PluralRules(common.locale);
const numbers = new Intl.NumberFormat(readersLocale);

/** A number with its noun in singular or plural. */
export const count = (value: number, one: string, other: string): string =>
  `${numbers.format(value)} ${plurals.select(value) === 'one' ? one : other}`;
