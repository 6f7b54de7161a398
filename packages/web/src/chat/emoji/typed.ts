import type { TypedQuery } from '../suggestions.ts';

const MAX_LENGTH = 48;

const before = (text: string, caret: number) => text.slice(Math.max(0, caret - MAX_LENGTH), caret);

export function emojiQueryAt(text: string, caret: number): TypedQuery | undefined {
  const [, query] = /(?:^|\s):((?:[\p{L}+-][\p{L}\p{N}_+-]*)?)$/u.exec(before(text, caret)) ?? [];
  return query === undefined ? undefined : { start: caret - query.length - 1, query };
}

export function shortcodeAt(text: string, caret: number): TypedQuery | undefined {
  const [, query] = /(?:^|\s):([\p{L}\p{N}_+-]+):$/u.exec(before(text, caret)) ?? [];
  return query === undefined ? undefined : { start: caret - query.length - 2, query };
}
