import { draw as text } from '../../strings/messages/draw.ts';
import type { Shape } from './shape.ts';

export function describe(shape: Shape, maxWords = 80): string {
  const kind = text.kinds[shape.kind];
  switch (shape.kind) {
    case 'text':
    case 'note':
      return text.withWords(kind, shape.text.slice(0, maxWords));
    case 'stamp':
      return text.withWords(kind, shape.word);
    case 'signature':
      return shape.text === undefined ? kind : text.withWords(kind, shape.text);
    default:
      return kind;
  }
}
