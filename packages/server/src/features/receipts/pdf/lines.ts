import { graphemesOf } from '@ringbinder/protocol/graphemes.ts';
import LineBreaker from 'linebreak';
import type { StyledText } from '../../../pdf/index.ts';

export interface Span extends StyledText {
  size: number;
  color: string;
}

export type Word<S extends Span> = S & {
  x: number;
  width: number;
};

export interface Line<S extends Span> {
  words: Word<S>[];
  height: number;
  ascent: number;
}

type Piece<S extends Span> = S & { width: number; word: number };

type Measure<S extends Span> = (span: S) => number;

const LEADING = 1.45;
const ASCENT = 0.93;
const words = new Intl.Segmenter('th', { granularity: 'word' });
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const LEFT_TO_RIGHT = /\p{L}/u;
const SPACES = /(\n|[^\S\n]+)/;
const SPACES_AND_MARKS = /(\n|[^\S\n]+|[\u3001-\u301b\uff01-\uff60])/;
const BREAKS_ANYWHERE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303f\uff01-\uff60]/u;
const KOREAN = /\p{Script=Hangul}/u;
const WITHOUT_SPACES = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Marks of repetition and abbreviation. */
const AFTER_WORD = /^[\u0e2f\u0e46\u0eaf\u0ec6\u17d7]/;

/** `width` is in points. */
export function breakLines<S extends Span>(
  spans: readonly S[],
  width: number,
  measure: Measure<S>,
): Line<S>[] {
  const lines: Line<S>[] = [];
  let line: Piece<S>[] = [];
  let used = 0;
  let count = 0;
  const size = Math.max(0, ...spans.map(({ size }) => size));
  const finish = () => {
    lines.push({ words: place(joined(line, measure)), height: size * LEADING, ascent: size * ASCENT });
    line = [];
    used = 0;
  };
  const add = (piece: Piece<S>) => {
    line.push(piece);
    used += piece.width;
  };
  const addFitting = (piece: Piece<S>) => {
    if (used + piece.width > width && line.length > 0) finish();
    add(piece);
  };
  for (const span of spans)
    for (const text of wordsOf(span.text)) {
      const word = { ...span, text, word: count++ };
      if (text === '\n') finish();
      else if (!/^\s/.test(text)) for (const piece of piecesOf(word, width, measure)) addFitting(piece);
      else if (line.length > 0) add({ ...word, width: measure(word) });
    }
  if (line.length > 0 || lines.length === 0) finish();
  return lines;
}

/** In text with right-to-left letters, Chinese punctuation marks count as words, so that `place` can order them. */
const wordsOf = (text: string): string[] =>
  text.split(RIGHT_TO_LEFT.test(text) ? SPACES_AND_MARKS : SPACES).filter((part) => part !== '');

const piecesOf = <S extends Span>(
  word: S & { word: number },
  width: number,
  measure: Measure<S>,
): Piece<S>[] =>
  breakable(word.text).flatMap((text) => {
    const piece = { ...word, text, width: measure({ ...word, text }) };
    return piece.width <= width ? [piece] : partsOf(piece, width, measure);
  });

function breakable(text: string): string[] {
  const isAnywhere = BREAKS_ANYWHERE.test(text) && !KOREAN.test(text);
  if (!isAnywhere && !WITHOUT_SPACES.test(text)) return [text];
  const parts: string[] = [];
  const breaker = new LineBreaker(text);
  let from = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    parts.push(text.slice(from, next.position));
    from = next.position;
  }
  return parts.flatMap((part) => (WITHOUT_SPACES.test(part) ? wordsWithMarks(part) : [part]));
}

/** A line must not begin with a closing mark, so only adjacent words are separated. */
function wordsWithMarks(text: string): string[] {
  const parts: string[] = [];
  let isAfterWord = false;
  for (const { segment, isWordLike = false } of words.segment(text)) {
    if (isAfterWord && isWordLike && !AFTER_WORD.test(segment)) parts.push(segment);
    else parts.push((parts.pop() ?? '') + segment);
    isAfterWord = isWordLike;
  }
  return parts;
}

function joined<S extends Span>(line: readonly Piece<S>[], measure: Measure<S>): Piece<S>[] {
  const result: Piece<S>[] = [];
  let from = 0;
  for (const [at, piece] of line.entries()) {
    if (line[at + 1]?.word === piece.word) continue;
    const text = line
      .slice(from, at + 1)
      .map(({ text }) => text)
      .join('');
    result.push(at === from ? piece : { ...piece, text, width: measure({ ...piece, text }) });
    from = at + 1;
  }
  return result;
}

function partsOf<S extends Span>(piece: Piece<S>, width: number, measure: Measure<S>): Piece<S>[] {
  const parts: Piece<S>[] = [];
  let text = '';
  let used = 0;
  for (const { segment } of graphemesOf(piece.text)) {
    const more = measure({ ...piece, text: segment });
    if (used + more > width && text !== '') {
      parts.push({ ...piece, text, width: used });
      text = '';
      used = 0;
    }
    text += segment;
    used += more;
  }
  return [...parts, { ...piece, text, width: used }];
}

/** Reverses the order of right-to-left words. The font reverses their letters. */
function place<S extends Span>(words: readonly Piece<S>[]): Word<S>[] {
  const directions = words.map(({ text }) =>
    RIGHT_TO_LEFT.test(text) ? 'right' : LEFT_TO_RIGHT.test(text) ? 'left' : 'neutral',
  );
  const isRight = directions.map((direction, at) => {
    if (direction !== 'neutral') return direction === 'right';
    const before = directions.slice(0, at).findLast((each) => each !== 'neutral');
    const after = directions.slice(at).find((each) => each !== 'neutral');
    return before === 'right' && after === 'right';
  });
  const ordered: Piece<S>[] = [];
  let reversed: Piece<S>[] = [];
  for (const [at, word] of words.entries()) {
    if (isRight[at]) reversed.unshift(word);
    else {
      ordered.push(...reversed, word);
      reversed = [];
    }
  }
  let x = 0;
  return [...ordered, ...reversed].map((word) => {
    const placed = { ...word, x };
    x += word.width;
    return placed;
  });
}
