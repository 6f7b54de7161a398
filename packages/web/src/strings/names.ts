import { listOf } from './language.ts';
import { common } from './messages/common.ts';

export const namesOf = (names: readonly string[]): string => listOf(names, common.others);
