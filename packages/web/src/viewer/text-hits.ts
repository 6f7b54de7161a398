import { phrasePlaces } from '@ringbinder/protocol/search.ts';

const BREAKS = new Set(['p', 'li', 'br', 'h3', 'h4', 'h5', 'h6', 'pre', 'blockquote']);

export function findRanges(element: Element, typed: string): Range[] {
  const nodes: { node: Text; start: number }[] = [];
  let text = '';
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      nodes.push({ node, start: text.length });
      text += node.data;
    } else if (BREAKS.has((node as Element).localName)) text += '\n';
  }
  return phrasePlaces(text, typed).map((place) => {
    const range = document.createRange();
    const begin = nodes.findLast(({ start }) => start <= place.start);
    const end = nodes.findLast(({ start }) => start < place.end);
    if (begin) range.setStart(begin.node, Math.min(begin.node.length, place.start - begin.start));
    if (end) range.setEnd(end.node, Math.min(end.node.length, place.end - end.start));
    return range;
  });
}

export function highlightRanges(ranges: readonly Range[], current: Range | undefined): () => void {
  // Browsers before 2025 lack highlights.
  if (!('highlights' in CSS)) return () => undefined;
  CSS.highlights.set('hit', new Highlight(...ranges));
  CSS.highlights.set('hit-current', new Highlight(...(current ? [current] : [])));
  return () => {
    CSS.highlights.delete('hit');
    CSS.highlights.delete('hit-current');
  };
}
