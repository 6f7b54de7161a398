/** What turns the direction of writing for what follows, and so can hide what a name is: U+202A to 202E, U+2066 to 2069. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/gu;
/**
 * Characters without ink that Unicode counts as letters and symbols: the empty braille cell, the object replacement, the null
 * notehead and the blank hieroglyphs.
 */
const BLANKS = '\\u2800\\ufffc\\u{1d159}\\u{13441}\\u{13442}';
const INKLESS = new RegExp(`[\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}${BLANKS}]`, 'gu');
/** What can be seen. Unassigned characters may be of a newer Unicode. */
const INK = /[\p{L}\p{N}\p{P}\p{S}\p{Co}\p{Cn}]/u;

/** What is wrong with a name, for the person who chose it; undefined for one that others can see. The empty one is fine here. */
export function nameProblem(name: string): string | undefined {
  if (name.search(TURNS) >= 0) return 'must not have characters that turn the direction of writing';
  if (name !== '' && !INK.test(name.replace(INKLESS, ''))) return 'must have a character that can be seen';
  return undefined;
}

/** A name that another system gave, as it may be shown: empty when nothing of it can be seen. */
export function shownName(name: string): string {
  const shown = name.replace(TURNS, '');
  return nameProblem(shown) === undefined ? shown : '';
}
