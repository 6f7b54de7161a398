import { listOf } from './language.ts';
import { common } from './messages/common.ts';

/** At most three items: names, or two names and the number of further names. */
export const namesOf = (names: readonly string[]): string => listOf(names, common.others);
