export interface FormattedLine {
  text: string;
  level: number;
}

const FENCE = /^ {0,3}(?:```|~~~)/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;
const ITEM = /^([ \t]*)[-*+](?=[ \t])(?:[ \t]+\[([ xX])\](?=[ \t]))?/;
const INLINE =
  /\\([!-/:-@[-`{-~])|(`+)(.+?)\2(?!`)|!?\[([^\]]*)\]\([^()\s]*(?: "[^"]*")?\)|(\*\*|__)(?=\S)(.+?)(?<=\S)\5|(?<![\w*])([*_])(?=\S)(.+?)(?<=\S)\7(?![\w*])/g;
/** Longer lines keep their Markdown, because matching them would take too long. */
const MAX_FORMATTED = 1_000;

/** Yields one line for each source line, so that annotations stay beside their text. */
export function* formattedLines(lines: Iterable<string>): Generator<FormattedLine> {
  let isCode = false;
  for (const line of lines) {
    const isFence = FENCE.test(line);
    if (isFence) isCode = !isCode;
    if (isFence) yield { text: '', level: 0 };
    else if (isCode || line.length > MAX_FORMATTED) yield { text: line, level: 0 };
    else yield formattedLine(line);
  }
}

function formattedLine(line: string): FormattedLine {
  const [, marks = '', title = ''] = HEADING.exec(line) ?? [];
  if (marks !== '') return { text: withoutMarks(title), level: marks.length };
  const rest = line.replace(ITEM, '');
  return { text: bulletOf(line) + withoutMarks(rest), level: 0 };
}

function bulletOf(line: string): string {
  const item = ITEM.exec(line);
  if (!item) return '';
  const [, indent = '', task] = item;
  return `${indent}${task === undefined ? '•' : task === ' ' ? '☐' : '☑'}`;
}

function withoutMarks(text: string): string {
  return text.replace(
    INLINE,
    (_, escaped?: string, _ticks?: string, code?: string, label?: string, ...rest: (string | undefined)[]) =>
      escaped ?? code ?? withoutMarks(label ?? rest[1] ?? rest[3] ?? ''),
  );
}
