import { foldText, foldWithPlaces, SPACELESS, WORD } from './fold.ts';

export interface SearchTerm {
  text: string;
  /** If true, matches anywhere; otherwise only at word starts. */
  isSpaceless: boolean;
}

/** Each term costs an index lookup. */
const MAX_TERMS = 16;

/** A run of letters of scripts without spaces, or a run of other characters. */
const PIECE = new RegExp(`[${SPACELESS}]+|[^\\s${SPACELESS}]+`, 'gu');
const isSpacelessPiece = new RegExp(`^[${SPACELESS}]`, 'u');
/** Signs that belong to the word after them, as in `.NET`, `#12`, `@ben`, `$5`. */
const SIGNS = '.#@$€£+';
const WORD_START = new RegExp(`[${WORD}]+`, 'gu');
/** Trailing punctuation, except in `C++`, `C#` and `50%`. */
const END = new RegExp(`[^${WORD}+#%]+$`, 'u');
const QUERY_WORD = new RegExp(`^([^${WORD}]*)([${WORD}].*)$`, 'su');

export function* piecesOf(folded: string): Iterable<SearchTerm> {
  for (const [piece] of folded.matchAll(PIECE)) {
    const isSpaceless = isSpacelessPiece.test(piece);
    yield { text: isSpaceless ? piece : piece.replace(END, ''), isSpaceless };
  }
}

export function* startsIn(piece: string): Iterable<number> {
  for (const { index } of piece.matchAll(WORD_START)) {
    yield index;
    if (index > 0 && SIGNS.includes(piece.charAt(index - 1))) yield index - 1;
  }
}

/** Returns terms that must all match. Empty if the query has no letters or digits. */
export function searchTerms(typed: string): SearchTerm[] {
  return typed
    .split(/\s+/u)
    .flatMap((part) => [...piecesOf(foldText(part))])
    .flatMap((piece) => {
      if (piece.isSpaceless) return [piece];
      const [, before = '', rest] = QUERY_WORD.exec(piece.text) ?? [];
      return rest === undefined ? [] : [{ ...piece, text: signOf(before) + rest }];
    })
    .slice(0, MAX_TERMS);
}

/** Returns the sign before a word. Repeated signs, as in `...`, are punctuation. */
function signOf(before: string): string {
  const sign = before.at(-1) ?? '';
  return SIGNS.includes(sign) && sign !== before.at(-2) ? sign : '';
}

/** Ranges of UTF-16 units, in order and without overlaps. */
export function* placesOf(folded: string, { text, isSpaceless }: SearchTerm): Iterable<[number, number]> {
  if (text === '') return;
  const isAnywhere = isSpaceless || !WORD_FIRST.test(text);
  for (let at = folded.indexOf(text); at >= 0; ) {
    const isHere = isAnywhere || !INSIDE.test(folded.slice(Math.max(0, at - 2), at));
    if (isHere) yield [at, at + text.length];
    at = folded.indexOf(text, at + (isHere ? text.length : 1));
  }
}

const WORD_FIRST = new RegExp(`^[${WORD}]`, 'u');
const INSIDE = new RegExp(`(?![${SPACELESS}])[${WORD}]$`, 'u');

/**
 * Returns a term for the whole phrase, or undefined if it has no letters or digits. A space matches any
 * whitespace.
 */
export function phraseTerm(typed: string): SearchTerm | undefined {
  const text = foldText(typed);
  return new RegExp(`[${WORD}]`, 'u').test(text)
    ? { text, isSpaceless: isSpacelessPiece.test(text) }
    : undefined;
}

export function phrasePlaces(text: string, typed: string): { start: number; end: number }[] {
  const phrase = phraseTerm(typed);
  if (!phrase) return [];
  const folded = foldWithPlaces(text);
  return [...placesOf(folded.text, phrase)].map(([from, to]) => ({
    start: folded.starts[from] ?? 0,
    end: folded.ends[to - 1] ?? 0,
  }));
}

/** Returns true if the name contains all typed words, at any position. */
export function hasParts(name: string, typed: string): boolean {
  const folded = foldText(name);
  return typed
    .split(/\s+/u)
    .map(foldText)
    .every((part) => folded.includes(part));
}

/**
 * Returns true if all typed words start words of the name, or occur in those of its parts that are written
 * without spaces.
 */
export function hasBeginnings(name: string, typed: string): boolean {
  const folded = foldText(name);
  return searchTerms(typed).every((term) => !placesOf(folded, term)[Symbol.iterator]().next().done);
}
