import { common } from './common.ts';

const plurals = new Intl.PluralRules(common.locale);
const numbers = new Intl.NumberFormat(common.locale);

/** A number with the word that fits it. */
export const count = (value: number, one: string, other: string): string =>
  `${numbers.format(value)} ${plurals.select(value) === 'one' ? one : other}`;
