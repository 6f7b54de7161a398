/** Bidirectional controls, which can disguise a name. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/gu;
/** Unicode classifies these blank characters as letters and symbols. */
const BLANKS = '\\u2800\\ufffc\\u{1d159}\\u{13441}\\u{13442}';
const INKLESS = new RegExp(`[\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}${BLANKS}]`, 'gu');
/** A newer Unicode version may define unassigned characters. */
const INK = /[\p{L}\p{N}\p{P}\p{S}\p{Co}\p{Cn}]/u;

export function nameProblem(name: string): 'name_turns' | 'name_invisible' | undefined {
  if (name.search(TURNS) >= 0) return 'name_turns';
  if (name !== '' && !INK.test(name.replace(INKLESS, ''))) return 'name_invisible';
  return undefined;
}

export function visibleName(name: string): string {
  const visible = name.replace(TURNS, '');
  return nameProblem(visible) === undefined ? visible : '';
}
