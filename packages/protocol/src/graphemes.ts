let segmenter: Intl.Segmenter | undefined;

export function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

/** @param maxLength in UTF-16 code units */
export const excerpt = (text: string, maxLength: number): string =>
  text.slice(0, graphemesOf(text).containing(maxLength)?.index);
