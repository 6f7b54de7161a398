/** More words than anybody searches for; each costs a look into the index. */
const MAX_TERMS = 16;

/**
 * The tsquery of what a person typed: every word has to be there, and the beginning of a word is enough. Words are runs
 * of letters and digits, as the index has them. Undefined when there is none.
 */
export function queryOf(typed: string): string | undefined {
  const words = typed.match(/[\p{L}\p{N}]+/gu)?.slice(0, MAX_TERMS);
  return words?.map((word) => `'${word}':*`).join(' & ');
}
