import { foldText, foldWithPlaces, SPACELESS, WORD } from './fold.ts';

/** A term of a query in folded form. */
export interface SearchTerm {
  text: string;
  /** True for scripts without spaces, which match anywhere. Other terms match only at the start of a word. */
  isSpaceless: boolean;
}

/** Each term costs an index lookup. Real queries have fewer. */
const MAX_TERMS = 16;

/** A run of a script without spaces, or the text between such runs. */
const PIECE = new RegExp(`[${SPACELESS}]+|[^\\s${SPACELESS}]+`, 'gu');
const isSpacelessPiece = new RegExp(`^[${SPACELESS}]`, 'u');
/** Characters that may start a name, as in `.NET`, `#12`, `@ben`, `$5`. */
const SIGNS = '.#@$€£+';
const WORD_START = new RegExp(`[${WORD}]+`, 'gu');
/** Trailing characters that do not belong to a name. `C++`, `C#` and `50%` keep theirs. */
const END = new RegExp(`[^${WORD}+#%]+$`, 'u');
const TYPED = new RegExp(`^([^${WORD}]*)([${WORD}].*)$`, 'su');

/** Splits a folded text at whitespace and at the borders of runs without spaces. */
export function* piecesOf(folded: string): Iterable<SearchTerm> {
  for (const [piece] of folded.matchAll(PIECE)) {
    const isSpaceless = isSpacelessPiece.test(piece);
    yield { text: isSpaceless ? piece : piece.replace(END, ''), isSpaceless };
  }
}

/** Offsets in a piece where a match may start: at each word, and at a sign before it. */
export function* startsIn(piece: string): Iterable<number> {
  for (const { index } of piece.matchAll(WORD_START)) {
    yield index;
    if (index > 0 && SIGNS.includes(piece.charAt(index - 1))) yield index - 1;
  }
}

/** The terms of a query, all of which must match; empty if the query has neither a letter nor a digit. */
export function searchTerms(typed: string): SearchTerm[] {
  return typed
    .split(/\s+/u)
    .flatMap((part) => [...piecesOf(foldText(part))])
    .flatMap((piece) => {
      if (piece.isSpaceless) return [piece];
      const [, before = '', rest] = TYPED.exec(piece.text) ?? [];
      return rest === undefined ? [] : [{ ...piece, text: signOf(before) + rest }];
    })
    .slice(0, MAX_TERMS);
}

/** The sign before a name. A repeated one, as in `...`, is punctuation. */
function signOf(before: string): string {
  const sign = before.at(-1) ?? '';
  return SIGNS.includes(sign) && sign !== before.at(-2) ? sign : '';
}

/** The UTF-16 ranges of a term in a folded text, in order and without overlaps. */
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
/** The text before a position inside a word. */
const INSIDE = new RegExp(`(?![${SPACELESS}])[${WORD}]$`, 'u');

/** A phrase as one term, with flexible whitespace. Undefined if it has neither a letter nor a digit. */
export function phraseTerm(typed: string): SearchTerm | undefined {
  const text = foldText(typed);
  return new RegExp(`[${WORD}]`, 'u').test(text)
    ? { text, isSpaceless: isSpacelessPiece.test(text) }
    : undefined;
}

/** The UTF-16 ranges of a phrase in a text, in order and without overlaps. */
export function phrasePlaces(text: string, typed: string): { start: number; end: number }[] {
  const phrase = phraseTerm(typed);
  if (!phrase) return [];
  const folded = foldWithPlaces(text);
  return [...placesOf(folded.text, phrase)].map(([from, to]) => ({
    start: folded.starts[from] ?? 0,
    end: folded.ends[to - 1] ?? 0,
  }));
}

/** Whether a name contains all words of a query, at any position. Filters short lists. */
export function hasParts(name: string, typed: string): boolean {
  const folded = foldText(name);
  return typed
    .split(/\s+/u)
    .map(foldText)
    .every((part) => folded.includes(part));
}

/** Whether all terms of a query start words of a name, or occur in a part without spaces. */
export function hasBeginnings(name: string, typed: string): boolean {
  const folded = foldText(name);
  return searchTerms(typed).every((term) => !placesOf(folded, term)[Symbol.iterator]().next().done);
}
