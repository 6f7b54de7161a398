import { foldedForms, piecesOf, type SearchTerm, startsIn } from '@ringbinder/protocol/search.ts';

/** Per lexeme, in UTF-16 units. */
const MAX_LENGTH = 60;
/**
 * In UTF-16 units. In a longer piece, a lexeme ends at the next punctuation, not at the next
 * white space.
 */
const MAX_PIECE = 200;
/** PostgreSQL limits the lexemes of a value to 1 MiB. Text beyond the limit is not searchable. */
const MAX_BYTES = 900_000;

/**
 * For each position where a match can begin, returns the text up to the next white space, so that `c++`
 * differs from `c`.
 */
export function lexemesOf(text: string): Set<string> {
  const lexemes = new Set<string>();
  let bytes = 0;
  for (const form of new Set(foldedForms(text)))
    for (const piece of piecesOf(form.text))
      for (const lexeme of piece.isSpaceless ? pairsOf(piece.text, true) : beginningsOf(piece.text)) {
        if (lexemes.has(lexeme)) continue;
        // PostgreSQL adds bytes to align each lexeme.
        bytes += Buffer.byteLength(lexeme) + 2;
        if (bytes > MAX_BYTES) return lexemes;
        lexemes.add(lexeme);
      }
  return lexemes;
}

function* beginningsOf(piece: string): Iterable<string> {
  for (const start of startsIn(piece)) {
    const rest = piece.slice(start, start + MAX_LENGTH).toWellFormed();
    yield piece.length > MAX_PIECE
      ? (/^[^\p{L}\p{N}\p{M}]?[\p{L}\p{N}\p{M}]+/u.exec(rest)?.[0] ?? rest)
      : rest;
  }
}

function* pairsOf(run: string, withLast: boolean): Iterable<string> {
  let last = '';
  for (const character of run) {
    if (last !== '') yield last + character;
    last = character;
  }
  if (withLast) yield last;
}

export const vectorOf = (text: string): string => [...lexemesOf(text)].map(quoted).join(' ');

export function queryOf(terms: readonly SearchTerm[]): string {
  return terms.flatMap(conditionsOf).join(' & ');
}

function conditionsOf({ text, spelled, isSpaceless }: SearchTerm): string[] {
  const pairs = isSpaceless ? [...pairsOf(text, false)] : [];
  if (pairs.length > 0) return [...new Set(pairs)].map(quoted);
  return text === spelled ? [beginningWith(text)] : [`(${beginningWith(text)} | ${beginningWith(spelled)})`];
}

const beginningWith = (text: string) => `${quoted(text.slice(0, MAX_LENGTH).toWellFormed())}:*`;

const quoted = (lexeme: string) => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
