import { listOf } from './language.ts';
import { common } from './messages/common.ts';

/** Lists at most three names, or two names and the number of the others. */
export const namesOf = (names: readonly string[]): string => listOf(names, common.others);
