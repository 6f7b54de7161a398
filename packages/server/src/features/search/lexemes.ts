import { foldText, piecesOf, type SearchTerm, startsIn } from '@ringbinder/protocol/search.ts';

/** UTF-16 units of a lexeme: longer ones begin alike as far as the index knows. */
const MAX_LENGTH = 60;
/** UTF-16 units of a piece that is taken apart at its signs too; of a longer one each word stands alone. */
const MAX_PIECE = 200;
/** PostgreSQL takes a megabyte of lexemes in one value; what comes after this much is not found. */
const MAX_BYTES = 900_000;

/**
 * The lexemes of a text: for each place where something that is looked for may begin, what stands there. Words reach to
 * the next white space, so that `c++` is no `c`; runs of scripts without spaces are pairs of characters and the last one.
 */
export function lexemesOf(text: string): Set<string> {
  const lexemes = new Set<string>();
  let bytes = 0;
  for (const piece of piecesOf(foldText(text)))
    for (const lexeme of piece.isSpaceless ? pairsOf(piece.text, true) : beginningsOf(piece.text)) {
      if (lexemes.has(lexeme)) continue;
      // A character takes three bytes at most for each unit; each lexeme is aligned.
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

/** A text as a tsvector, in the form in which PostgreSQL reads one. */
export const vectorOf = (text: string): string => [...lexemesOf(text)].map(quoted).join(' ');

/** The tsquery of what a person looks for, in the form in which PostgreSQL reads one: all of the terms. */
export function queryOf(terms: readonly SearchTerm[]): string {
  return terms.flatMap(conditionsOf).join(' & ');
}

function conditionsOf({ text, isSpaceless }: SearchTerm): string[] {
  const pairs = isSpaceless ? [...pairsOf(text, false)] : [];
  if (pairs.length > 0) return [...new Set(pairs)].map(quoted);
  return [`${quoted(text.slice(0, MAX_LENGTH).toWellFormed())}:*`];
}

const quoted = (lexeme: string) => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
