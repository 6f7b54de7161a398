import type { FontName } from '../../../pdf/index.ts';

/** A piece of text in one style. */
export interface Span {
  text: string;
  font: FontName;
  size: number;
  color: string;
}

/** A word or a space, at its place in a line. */
export interface Word extends Span {
  x: number;
  width: number;
}

export interface Line {
  words: Word[];
  height: number;
}

type Measure = (span: Span) => number;

const LEADING = 1.45;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const LEFT_TO_RIGHT = /\p{L}/u;

/** Breaks text into lines of at most `width` points. Words that are too long are broken anywhere. */
export function breakLines(spans: readonly Span[], width: number, measure: Measure): Line[] {
  const lines: Line[] = [];
  let line: Omit<Word, 'x'>[] = [];
  let used = 0;
  const height = Math.max(0, ...spans.map(({ size }) => size)) * LEADING;
  const finish = () => {
    lines.push({ words: place(line), height });
    line = [];
    used = 0;
  };
  const add = (word: Omit<Word, 'x'>) => {
    line.push(word);
    used += word.width;
  };
  const addFitting = (word: Omit<Word, 'x'>) => {
    if (used + word.width > width && line.length > 0) finish();
    add(word);
  };
  for (const span of spans)
    for (const text of span.text.split(/(\n|[^\S\n]+)/).filter((part) => part !== '')) {
      const word = { ...span, text, width: measure({ ...span, text }) };
      if (text === '\n') finish();
      else if (/^\s/.test(text)) {
        if (line.length > 0) add(word);
      } else if (word.width <= width) addFitting(word);
      else for (const part of partsOf(word, width, measure)) addFitting(part);
    }
  if (line.length > 0 || lines.length === 0) finish();
  return lines;
}

function partsOf(span: Span, width: number, measure: Measure): Omit<Word, 'x'>[] {
  const parts: Omit<Word, 'x'>[] = [];
  let text = '';
  let used = 0;
  for (const { segment } of segmenter.segment(span.text)) {
    const more = measure({ ...span, text: segment });
    if (used + more > width && text !== '') {
      parts.push({ ...span, text, width: used });
      text = '';
      used = 0;
    }
    text += segment;
    used += more;
  }
  return [...parts, { ...span, text, width: used }];
}

/** Reverses the order of words that are read from right to left. The font reverses the letters of each word. */
function place(words: readonly Omit<Word, 'x'>[]): Word[] {
  const directions = words.map(({ text }) =>
    RIGHT_TO_LEFT.test(text) ? 'right' : LEFT_TO_RIGHT.test(text) ? 'left' : 'neutral',
  );
  const isRight = directions.map((direction, at) => {
    if (direction !== 'neutral') return direction === 'right';
    const before = directions.slice(0, at).findLast((each) => each !== 'neutral');
    const after = directions.slice(at).find((each) => each !== 'neutral');
    return before === 'right' && after === 'right';
  });
  const ordered: Omit<Word, 'x'>[] = [];
  let reversed: Omit<Word, 'x'>[] = [];
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
