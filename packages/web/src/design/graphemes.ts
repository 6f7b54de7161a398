let segmenter: Intl.Segmenter | undefined;

/** Characters as readers see them: a letter with its accents, an emoji of several code points. */
export function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

/** The beginning of a text. A long one is cut first, at 8 units for each of its characters. */
export const excerpt = (text: string, maxGraphemes: number): string =>
  Array.from(graphemesOf(text.slice(0, maxGraphemes * 8)), ({ segment }) => segment)
    .slice(0, maxGraphemes)
    .join('');
