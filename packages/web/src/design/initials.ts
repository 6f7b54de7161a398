/** The initials of the first two words. A name without spaces has words too: `ann.lee@example.com`. */
export function initialsOf(name: string): string {
  const spaced = initialsIn(name.split(/\s/u));
  const initials = spaced.length > 1 ? spaced : initialsIn(name.replace(/(\S)@.*/u, '$1').split(/[\s._-]/u));
  return initials.slice(0, 2).join('').toLocaleUpperCase() || (graphemesOf(name.trim())[0] ?? '');
}

function initialsIn(words: readonly string[]): string[] {
  return words.flatMap((word) => graphemesOf(word).find((grapheme) => /[\p{L}\p{N}]/u.test(grapheme)) ?? []);
}

/** Characters as readers see them: a letter with its accents, an emoji of several code points. */
function graphemesOf(word: string): string[] {
  return Array.from(new Intl.Segmenter().segment(word), ({ segment }) => segment);
}
