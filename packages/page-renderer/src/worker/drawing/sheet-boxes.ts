import type { TextBox, TextBoxes } from '../../jobs.ts';
import type { TextLimits } from '../kinds/kind.ts';
import type { Line } from './lines.ts';
import { columnsOf } from './text-sheets.ts';

const COLUMN = 0.602;

export function boxesOfLines(lines: readonly Line[], { maxBoxes, maxChars }: TextLimits): TextBoxes {
  const boxes: TextBox[] = [];
  let chars = 0;
  for (const { text, x, y, size } of lines) {
    const words = [...text.matchAll(/\S+/g)];
    for (const [place, { 0: word, index }] of words.entries()) {
      chars += word.length;
      if (boxes.length === maxBoxes || chars > maxChars) return { boxes, is_complete: false };
      boxes.push({
        text: word,
        x: round(x + columnsOf(text.slice(0, index)) * COLUMN * size),
        y: round(y - size),
        width: round(columnsOf(word) * COLUMN * size),
        height: round(1.25 * size),
        separator: place === words.length - 1 ? 'line' : 'space',
      });
    }
  }
  return { boxes, is_complete: true };
}

const round = (points: number) => Math.round(points * 100) / 100;
