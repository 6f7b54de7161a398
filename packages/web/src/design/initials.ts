/** Of the first two words. A name without spaces has words too: `ann.lee@example.com`. */
export function initialsOf(name: string): string {
  const spaced = initialsIn(name.split(/\s/u));
  const initials = spaced.length > 1 ? spaced : initialsIn(name.replace(/(\S)@.*/u, '$1').split(/[\s._-]/u));
  return initials.slice(0, 2).join('').toLocaleUpperCase() || graphemeIn(name, /\S/);
}

const initialsIn = (words: readonly string[]): string[] =>
  words.map((word) => graphemeIn(word, /[\p{L}\p{N}]/u)).filter(Boolean);

let segmenter: Intl.Segmenter | undefined;

/** As readers see characters: a letter with its accents, an emoji of several code points. */
function graphemeIn(word: string, pattern: RegExp): string {
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(word)) if (pattern.test(segment)) return segment;
  return '';
}
