/** Bidirectional control characters (U+202A to 202E, U+2066 to 2069). They can disguise a name. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/gu;
/**
 * Characters without ink that Unicode classifies as letters and symbols: the empty braille cell, the object replacement
 * character, the null notehead and the blank hieroglyphs.
 */
const BLANKS = '\\u2800\\ufffc\\u{1d159}\\u{13441}\\u{13442}';
const INKLESS = new RegExp(`[\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}${BLANKS}]`, 'gu');
/** Visible characters. Includes unassigned ones, which a newer Unicode may define. */
const INK = /[\p{L}\p{N}\p{P}\p{S}\p{Co}\p{Cn}]/u;

/** Returns the reason of the API to refuse a name, or undefined. The empty name is valid here. */
export function nameProblem(name: string): 'name_turns' | 'name_invisible' | undefined {
  if (name.search(TURNS) >= 0) return 'name_turns';
  if (name !== '' && !INK.test(name.replace(INKLESS, ''))) return 'name_invisible';
  return undefined;
}

/** Makes a name from another system safe to display. Returns an empty string if no character is visible. */
export function visibleName(name: string): string {
  const visible = name.replace(TURNS, '');
  return nameProblem(visible) === undefined ? visible : '';
}
