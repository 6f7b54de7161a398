import { phrasePlaces } from '@ringbinder/protocol/search.ts';
import type { TextBox } from './page-text.ts';

/** A hit in page units, with one rectangle per word. */
export type Hit = readonly { x: number; y: number; width: number; height: number }[];

export function findHits(boxes: readonly TextBox[], typed: string): Hit[] {
  const starts: number[] = [];
  let text = '';
  for (const box of boxes) {
    starts.push(text.length);
    text += box.text + SEPARATORS[box.separator];
  }
  return phrasePlaces(text, typed).map(({ start: index, end }) => {
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

function partOf({ x, y, width, height, text }: TextBox, from: number, to: number) {
  if (isVertical({ width, height, text }))
    return { x, y: y + height * from, width, height: height * (to - from) };
  return { x: x + width * from, y, width: width * (to - from), height };
}

export function isVertical({ width, height, text }: Pick<TextBox, 'width' | 'height' | 'text'>): boolean {
  return text.length > 1 && height > 1.5 * width && height > width + 4;
}

function indexBefore(starts: readonly number[], place: number): number {
  let [low, high] = [0, Math.max(0, starts.length - 1)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
