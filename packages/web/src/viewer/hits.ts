import type { TextBox } from './page-text.ts';

/** Where a hit stands on a page, in page units: a rectangle for each word that it is in. */
export type Hit = readonly { x: number; y: number; width: number; height: number }[];

/** As the server counts them: any white space for white space, whatever the case, beginning where a word begins. */
export function phraseExpression(typed: string): RegExp | undefined {
  const parts = typed.trim().split(/\s+/u);
  if (!/[\p{L}\p{N}]/u.test(typed)) return undefined;
  const escaped = parts.map((part) => part.replace(/[$()*+.?[\\\]^{|}/-]/g, '\\$&'));
  const start = /^[\p{L}\p{N}]/u.test(parts[0] ?? '') ? '(?<![\\p{L}\\p{N}_])' : '';
  return new RegExp(start + escaped.join('\\s+'), 'giu');
}

/** Finds a phrase among the words of a page. */
export function findHits(boxes: readonly TextBox[], typed: string): Hit[] {
  const expression = phraseExpression(typed);
  if (!expression) return [];
  const starts: number[] = [];
  let text = '';
  for (const box of boxes) {
    starts.push(text.length);
    text += box.text + SEPARATORS[box.separator];
  }
  return [...text.matchAll(expression)].map(({ 0: found, index }) => {
    const end = index + found.length;
    const parts: { x: number; y: number; width: number; height: number }[] = [];
    for (let at = indexBefore(starts, index); at < boxes.length && (starts[at] ?? 0) < end; at++) {
      const box = boxes[at] as TextBox;
      const from = Math.max(0, index - (starts[at] ?? 0));
      const to = Math.min(box.text.length, end - (starts[at] ?? 0));
      if (to > from) parts.push(partOf(box, from / box.text.length, to / box.text.length));
    }
    return parts;
  });
}

export const SEPARATORS: Readonly<Record<TextBox['separator'], string>> = {
  none: '',
  space: ' ',
  line: '\n',
};

/** Letters are taken to be equally wide, along the longer side of their word. */
function partOf({ x, y, width, height, text }: TextBox, from: number, to: number) {
  if (isVertical({ width, height, text }))
    return { x, y: y + height * from, width, height: height * (to - from) };
  return { x: x + width * from, y, width: width * (to - from), height };
}

/** Whether a word is written downwards or upwards. */
export function isVertical({ width, height, text }: Pick<TextBox, 'width' | 'height' | 'text'>): boolean {
  return text.length > 1 && height > 1.5 * width && height > width + 4;
}

/** The last that begins at or before a place. */
function indexBefore(starts: readonly number[], place: number): number {
  let [low, high] = [0, Math.max(0, starts.length - 1)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
