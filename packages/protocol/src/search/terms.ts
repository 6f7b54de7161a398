import { foldText, foldWithPlaces, SPACELESS, WORD } from './fold.ts';

/** A part of what a person looks for, as it has to stand in the folded text. */
export interface SearchTerm {
  text: string;
  /** Of a script without spaces: it is found anywhere. Others are found where a word begins. */
  isSpaceless: boolean;
}

/** More than anybody searches for; each costs a look into the index. */
const MAX_TERMS = 16;

/** Runs of scripts without spaces, and what stands between them. */
const PIECE = new RegExp(`[${SPACELESS}]+|[^\\s${SPACELESS}]+`, 'gu');
const isSpacelessPiece = new RegExp(`^[${SPACELESS}]`, 'u');
/** What may be a part of a name before its first letter, as in `.NET`, `#12`, `@ben`, `$5`. */
const SIGNS = '.#@$€£+';
const WORD_START = new RegExp(`[${WORD}]+`, 'gu');
/** What ends a piece and is no part of a name, other than in `C++`, `C#`, `50%`. */
const END = new RegExp(`[^${WORD}+#%]+$`, 'u');
const TYPED = new RegExp(`^([^${WORD}]*)([${WORD}].*)$`, 'su');

/** The pieces of a folded text: runs of a script without spaces, and what white space and these runs leave. */
export function* piecesOf(folded: string): Iterable<SearchTerm> {
  for (const [piece] of folded.matchAll(PIECE)) {
    const isSpaceless = isSpacelessPiece.test(piece);
    yield { text: isSpaceless ? piece : piece.replace(END, ''), isSpaceless };
  }
}

/** The places in a piece where something that is looked for may begin: its words, and a sign in front of one. */
export function* startsIn(piece: string): Iterable<number> {
  for (const { index } of piece.matchAll(WORD_START)) {
    yield index;
    if (index > 0 && SIGNS.includes(piece.charAt(index - 1))) yield index - 1;
  }
}

/** What a person looks for; empty when there is neither a letter nor a digit. All of the terms have to be there. */
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

/** The sign that belongs to a name: one alone, not the end of `...`. */
function signOf(before: string): string {
  const sign = before.at(-1) ?? '';
  return SIGNS.includes(sign) && sign !== before.at(-2) ? sign : '';
}

/** Where a term stands in a folded text, as UTF-16 offsets from and to, in order and without overlaps. */
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
/** What is before the middle of a word. */
const INSIDE = new RegExp(`(?![${SPACELESS}])[${WORD}]$`, 'u');

/** A phrase as one term: as it is written, with any white space for white space. Undefined when there is neither a letter nor a digit. */
export function phraseTerm(typed: string): SearchTerm | undefined {
  const text = foldText(typed);
  return new RegExp(`[${WORD}]`, 'u').test(text)
    ? { text, isSpaceless: isSpacelessPiece.test(text) }
    : undefined;
}

/** Where a phrase stands in a text, as UTF-16 offsets, in order and without overlaps. */
export function phrasePlaces(text: string, typed: string): { start: number; end: number }[] {
  const phrase = phraseTerm(typed);
  if (!phrase) return [];
  const folded = foldWithPlaces(text);
  return [...placesOf(folded.text, phrase)].map(([from, to]) => ({
    start: folded.starts[from] ?? 0,
    end: folded.ends[to - 1] ?? 0,
  }));
}

/** Whether a name has all parts of what was typed, anywhere in it: the filter of short lists. */
export function hasParts(name: string, typed: string): boolean {
  const folded = foldText(name);
  return typed
    .split(/\s+/u)
    .map(foldText)
    .every((part) => folded.includes(part));
}

/** Whether all that was typed begins words of a name, or stands in what is written without spaces. */
export function hasBeginnings(name: string, typed: string): boolean {
  const folded = foldText(name);
  return searchTerms(typed).every((term) => !placesOf(folded, term)[Symbol.iterator]().next().done);
}
