import { formsToSearch, type Place, type SearchTerm, termPlaces } from '@ringbinder/protocol/search.ts';

export interface Snippet {
  text: string;
  /** UTF-16 offsets into `text`, in order, without overlaps. */
  highlights: Place[];
}

/** In UTF-16 units. */
const MAX_LENGTH = 240;
/** Text before the first match, in UTF-16 units. */
const BEFORE = 80;

export function snippetOf(original: string, terms: readonly SearchTerm[]): Snippet | undefined {
  const text = original.replace(/\s+/gu, ' ').trim();
  const forms = formsToSearch(text, terms);
  const places = terms.map((term) => termPlaces(forms, term));
  if (places.some((each) => each.length === 0)) return undefined;
  const merged = mergePlaces(places.flat());
  const window = windowAround(text, merged[0]?.start ?? 0);
  const lead = window.start > 0 ? '…' : '';
  const tail = window.end < text.length ? '…' : '';
  const move = lead.length - window.start;
  return {
    text: `${lead}${text.slice(window.start, window.end)}${tail}`,
    highlights: merged
      .filter(({ start, end }) => start >= window.start && end <= window.end)
      .map(({ start, end }) => ({ start: start + move, end: end + move })),
  };
}

function mergePlaces(places: readonly Place[]): Place[] {
  const merged: Place[] = [];
  for (const { start, end } of places.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

function windowAround(text: string, place: number): { start: number; end: number } {
  const start = place <= BEFORE ? 0 : boundary(text, place - BEFORE, 1, place);
  if (text.length - start <= MAX_LENGTH) return { start, end: text.length };
  return { start, end: boundary(text, start + MAX_LENGTH, -1, start + MAX_LENGTH - BEFORE / 2) };
}

function boundary(text: string, from: number, step: 1 | -1, limit: number): number {
  for (let at = from; at !== limit; at += step) if (text[step === 1 ? at - 1 : at] === ' ') return at;
  let at = from;
  while (at !== limit && !isBetweenCharacters(text, at)) at += step;
  return at;
}

function isBetweenCharacters(text: string, at: number): boolean {
  return text[at - 1] !== '\u200d' && !/^(?:[\udc00-\udfff]|\u200d|\p{M})/u.test(text.slice(at, at + 2));
}
