import { boldMonoFont, monoFont } from './font.ts';
import type { Line } from './lines.ts';
import { type FormattedLine, formattedLines } from './markdown-lines.ts';

export const SHEET = { width: 612, height: 792 };

const MARGIN = 54;
const FONT_SIZE = 10.4;
const HEADING_SIZES = [16, 14, 12];
const LINE_HEIGHT = 13;
const COLUMNS = 80;
const ROWS = Math.floor((SHEET.height - 2 * MARGIN) / LINE_HEIGHT);
const TAB_STOP = 4;
/** Further combining marks on a letter are omitted. Real text has no more than six. */
const MARKS_ON_A_LETTER = 6;
const INK = [33, 37, 41] as const;

export function* sheetsOf(text: string, isMarkdown: boolean): Generator<Line[]> {
  let sheet: Line[] = [];
  for (const row of rowsOf(text, isMarkdown)) {
    const y = MARGIN + (sheet.length + 1) * LINE_HEIGHT - 3;
    sheet.push({ ...row, x: MARGIN, y, colour: INK });
    if (sheet.length < ROWS) continue;
    yield sheet;
    sheet = [];
  }
  if (sheet.length > 0) yield sheet;
}

export function firstSheet(text: string, isMarkdown: boolean): Line[] {
  return sheetsOf(text, isMarkdown).next().value ?? [];
}

function* rowsOf(text: string, isMarkdown: boolean): Generator<Pick<Line, 'text' | 'size' | 'font'>> {
  for (const { text: line, level } of isMarkdown ? formattedLines(linesOf(text)) : plainLines(text)) {
    const style = level === 0 ? { size: FONT_SIZE, font: monoFont() } : headingStyle(line, level);
    const row = new Row();
    for (const char of line) {
      row.add(char);
      if (row.columns > COLUMNS) yield { text: row.cut(), ...style };
    }
    yield { text: row.rest(), ...style };
  }
}

function headingStyle(text: string, level: number): Pick<Line, 'size' | 'font'> {
  const size = Math.min(HEADING_SIZES[level - 1] ?? FONT_SIZE, (COLUMNS * FONT_SIZE) / columnsOf(text));
  return { size: Math.max(FONT_SIZE, size), font: boldMonoFont() };
}

function* plainLines(text: string): Generator<FormattedLine> {
  for (const line of linesOf(text)) yield { text: line, level: 0 };
}

function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (const { 0: end, index } of text.matchAll(/\r\n|[\n\r\f]/g)) {
    yield text.slice(start, index);
    start = index + end.length;
  }
  if (start < text.length) yield text.slice(start);
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

export function columnsOf(text: string): number {
  const row = new Row();
  for (const char of text) row.add(char);
  return row.columns;
}

class Row {
  #chars: { char: string; end: number }[] = [];
  #marks = 0;

  get columns(): number {
    return this.#chars.at(-1)?.end ?? 0;
  }

  add(char: string): void {
    const column = this.columns;
    const push = (text: string, width: number) => this.#chars.push({ char: text, end: column + width });
    if (/[\p{M}\p{Cf}]/u.test(char)) {
      if (this.#marks++ < MARKS_ON_A_LETTER) push(char, 0);
      return;
    }
    this.#marks = 0;
    if (char === '\t') push(' '.repeat(TAB_STOP - (column % TAB_STOP)), TAB_STOP - (column % TAB_STOP));
    else if (/\s/u.test(char)) push(' ', 1);
    else if (!/\p{Cc}/u.test(char)) push(char, WIDE.test(char) ? 2 : 1);
  }

  cut(): string {
    const fitting = this.#chars.findIndex(({ end }) => end > COLUMNS);
    const space = this.#chars.findLastIndex(({ char, end }) => char.trim() === '' && end <= COLUMNS + 1);
    const end = (this.#chars[space]?.end ?? 0) > COLUMNS / 2 ? space + 1 : Math.max(1, fitting);
    const acceptedChars = this.#chars.splice(0, end);
    const behind = acceptedChars.at(-1)?.end ?? 0;
    this.#chars = this.#chars.map(({ char, end }) => ({ char, end: end - behind }));
    return joined(acceptedChars);
  }

  rest(): string {
    return joined(this.#chars);
  }
}

function joined(chars: readonly { char: string }[]): string {
  return chars
    .map(({ char }) => char)
    .join('')
    .trimEnd();
}
