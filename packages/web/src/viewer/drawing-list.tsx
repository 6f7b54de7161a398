import type { Annotation } from '@ringbinder/protocol';
import { describe } from '../draw/model/describe.ts';
import { readShape } from '../draw/model/read.ts';
import { draw } from '../strings/messages/draw.ts';
import { viewer as text } from '../strings/messages/viewer.ts';
import { elementsOf } from './markup.ts';

export function DrawingList({ annotations }: { annotations: readonly Annotation[] }) {
  return (
    <ul class="hidden-visually" aria-label={text.drawings}>
      {annotations.map(({ client_uuid, svg_tag }) => (
        <li key={client_uuid} dir="auto">
          {nameOf(svg_tag)}
        </li>
      ))}
    </ul>
  );
}

function nameOf(markup: string): string {
  const shape = readShape(markup);
  if (shape) return describe(shape, Number.POSITIVE_INFINITY);
  const words = elementsOf(markup).flatMap((root) =>
    [root, ...root.querySelectorAll('text')]
      .filter(({ localName }) => localName === 'text')
      .map(({ textContent }) => textContent?.trim()),
  );
  const written = words.filter(Boolean).join(' ');
  return written ? draw.withWords(draw.kinds.foreign, written) : draw.kinds.foreign;
}
