import { foldText, foldWithPlaces, SPACELESS, WORD } from './fold.ts';

/** A term of a query in folded form. */
export interface SearchTerm {
  text: string;
  /** True for scripts without spaces, which match anywhere. Other terms match only at the start of a word. */
  isSpaceless: boolean;
}

/** Limits the number of terms, because each costs an index lookup. Real queries have fewer. */
const MAX_TERMS = 16;

/** Matches a run of a script without spaces, or the text between such runs. */
const PIECE = new RegExp(`[${SPACELESS}]+|[^\\s${SPACELESS}]+`, 'gu');
const isSpacelessPiece = new RegExp(`^[${SPACELESS}]`, 'u');
/** Characters that may start a name, as in `.NET`, `#12`, `@ben`, `$5`. */
const SIGNS = '.#@$€£+';
const WORD_START = new RegExp(`[${WORD}]+`, 'gu');
/** Trailing characters that are not part of a name. `+`, `#` and `%` are, as in `C++`, `C#` and `50%`. */
const END = new RegExp(`[^${WORD}+#%]+$`, 'u');
const TYPED = new RegExp(`^([^${WORD}]*)([${WORD}].*)$`, 'su');

/** Splits a folded text at whitespace and at the borders of runs without spaces. */
export function* piecesOf(folded: string): Iterable<SearchTerm> {
  for (const [piece] of folded.matchAll(PIECE)) {
    const isSpaceless = isSpacelessPiece.test(piece);
    yield { text: isSpaceless ? piece : piece.replace(END, ''), isSpaceless };
  }
}

/** Yields the offsets in a piece where a match may start: at each word, and at a sign before it. */
export function* startsIn(piece: string): Iterable<number> {
  for (const { index } of piece.matchAll(WORD_START)) {
    yield index;
    if (index > 0 && SIGNS.includes(piece.charAt(index - 1))) yield index - 1;
  }
}

/** Returns the terms of a query, all of which must match; none if the query has neither a letter nor a digit. */
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

/** Returns the sign before a name. A repeated sign, as in `...`, is punctuation. */
function signOf(before: string): string {
  const sign = before.at(-1) ?? '';
  return SIGNS.includes(sign) && sign !== before.at(-2) ? sign : '';
}

/** Yields the UTF-16 ranges of a term in a folded text, in order and without overlaps. */
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
/** Matches a text before a position that is inside a word. */
const INSIDE = new RegExp(`(?![${SPACELESS}])[${WORD}]$`, 'u');

/**
 * Returns a phrase as one term, whose whitespace matches any whitespace. Undefined if the phrase has neither a letter
 * nor a digit.
 */
export function phraseTerm(typed: string): SearchTerm | undefined {
  const text = foldText(typed);
  return new RegExp(`[${WORD}]`, 'u').test(text)
    ? { text, isSpaceless: isSpacelessPiece.test(text) }
    : undefined;
}

/** Returns the UTF-16 ranges of a phrase in a text, in order and without overlaps. */
export function phrasePlaces(text: string, typed: string): { start: number; end: number }[] {
  const phrase = phraseTerm(typed);
  if (!phrase) return [];
  const folded = foldWithPlaces(text);
  return [...placesOf(folded.text, phrase)].map(([from, to]) => ({
    start: folded.starts[from] ?? 0,
    end: folded.ends[to - 1] ?? 0,
  }));
}

/** Returns whether a name contains all words of a query, at any position. For filtering short lists. */
export function hasParts(name: string, typed: string): boolean {
  const folded = foldText(name);
  return typed
    .split(/\s+/u)
    .map(foldText)
    .every((part) => folded.includes(part));
}

/** Returns whether all terms of a query start words of a name, or occur in a part without spaces. */
export function hasBeginnings(name: string, typed: string): boolean {
  const folded = foldText(name);
  return searchTerms(typed).every((term) => !placesOf(folded, term)[Symbol.iterator]().next().done);
}
