let segmenter: Intl.Segmenter | undefined;

/**
 * Splits into characters as readers see them, such as a letter with its accents or an emoji of several code
 * points.
 */
export function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

/** @param maxLength the maximum length in UTF-16 code units */
export const excerpt = (text: string, maxLength: number): string =>
  text.slice(0, graphemesOf(text).containing(maxLength)?.index);
