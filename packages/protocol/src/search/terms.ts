import { type FoldedText, foldedForms, SPACELESS, unaccentedFormOf, WORD } from './fold.ts';

interface Piece {
  text: string;
  /** If false, the term matches only at the start of a word. */
  isSpaceless: boolean;
}

export interface SearchTerm extends Piece {
  spelled: string;
}

/** A range of UTF-16 units. */
export interface Place {
  start: number;
  end: number;
}

const MAX_TERMS = 16;

const PIECE = new RegExp(`[${SPACELESS}]+|[^\\s${SPACELESS}]+`, 'gu');
const isSpacelessPiece = new RegExp(`^[${SPACELESS}]`, 'u');
/** These belong to the word after them, as in `.NET`, `#12`, `@ben`, `$5`. */
const SIGNS = '.#@$€£+';
const WORD_START = new RegExp(`[${WORD}]+`, 'gu');
/** Trailing punctuation, except in `C++`, `C#` and `50%`. */
const END = new RegExp(`[^${WORD}+#%]+$`, 'u');
const QUERY_WORD = new RegExp(`^([^${WORD}]*)([${WORD}].*)$`, 'su');

export function* piecesOf(folded: string): Iterable<Piece> {
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

/** Empty if the query has no letters or digits. */
export function searchTerms(typed: string): SearchTerm[] {
  return typed
    .split(/\s+/u)
    .flatMap((part) => {
      const [bare = [], spelled = bare] = foldedForms(part).map(wordsOf);
      return bare.map((word, at) => ({ ...word, spelled: spelled[at]?.text ?? word.text }));
    })
    .slice(0, MAX_TERMS);
}

const wordsOf = (form: FoldedText): Piece[] =>
  [...piecesOf(form.text)].flatMap((piece) => {
    if (piece.isSpaceless) return [piece];
    const [, before = '', rest] = QUERY_WORD.exec(piece.text) ?? [];
    return rest === undefined ? [] : [{ ...piece, text: signOf(before) + rest }];
  });

/** Repeated signs, as in `...`, are punctuation. */
function signOf(before: string): string {
  const sign = before.at(-1) ?? '';
  return SIGNS.includes(sign) && sign !== before.at(-2) ? sign : '';
}

export function termPlaces([bare, spelled]: Forms, term: SearchTerm): Place[] {
  const places = placesIn(bare, term, term.text);
  if (spelled === bare && term.spelled === term.text) return places;
  const byStart = new Map(
    [...places, ...placesIn(spelled, term, term.spelled)].map((each) => [each.start, each]),
  );
  return [...byStart.values()].sort((one, other) => one.start - other.start);
}

type Forms = ReturnType<typeof foldedForms>;

const SPELLING = /ae|oe|ue|aa/;

export function formsToSearch(text: string, terms: readonly SearchTerm[]): Forms {
  if (terms.some(({ spelled }) => SPELLING.test(spelled))) return foldedForms(text);
  const bare = unaccentedFormOf(text);
  return [bare, bare];
}

function placesIn({ text, starts, ends }: FoldedText, { isSpaceless }: Piece, sought: string): Place[] {
  const places: Place[] = [];
  if (sought === '') return places;
  const isAnywhere = isSpaceless || !WORD_FIRST.test(sought);
  for (let at = text.indexOf(sought); at >= 0; ) {
    const isHere = isAnywhere || !INSIDE.test(text.slice(Math.max(0, at - 2), at));
    const next = at + (isHere ? sought.length : 1);
    if (isHere) places.push({ start: starts[at] ?? 0, end: ends[next - 1] ?? 0 });
    at = text.indexOf(sought, next);
  }
  return places;
}

const WORD_FIRST = new RegExp(`^[${WORD}]`, 'u');
const INSIDE = new RegExp(`(?![${SPACELESS}])[${WORD}]$`, 'u');

export function phraseTerm(typed: string): SearchTerm | undefined {
  const [{ text }, { text: spelled }] = foldedForms(typed);
  return new RegExp(`[${WORD}]`, 'u').test(text)
    ? { text, spelled, isSpaceless: isSpacelessPiece.test(text) }
    : undefined;
}

export function phrasePlaces(text: string, typed: string): Place[] {
  const phrase = phraseTerm(typed);
  return phrase ? termPlaces(foldedForms(text), phrase) : [];
}

export function hasParts(name: string, typed: string): boolean {
  const [bare, spelled] = foldedForms(name);
  return typed.split(/\s+/u).every((word) => {
    const [part, spelledPart] = foldedForms(word);
    return bare.text.includes(part.text) || spelled.text.includes(spelledPart.text);
  });
}

/** In scripts without spaces, the typed words may occur anywhere. */
export function hasBeginnings(name: string, typed: string): boolean {
  const forms = foldedForms(name);
  return searchTerms(typed).every((term) => termPlaces(forms, term).length > 0);
}
