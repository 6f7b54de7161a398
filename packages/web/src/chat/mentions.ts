import type { TypedQuery } from './suggestions.ts';

const MAX_QUERY = 40;

/** All languages use `@all`, so that all clients recognise the mention. */
export const MENTION_ALL = 'all';

export const mentionsAll = (text: string): boolean => /(?<![\p{L}\p{N}._-])@all(?![\p{L}\p{N}])/u.test(text);

/** In these scripts, a mention may follow text without a space. */
const MENTION_QUERY =
  /(?:^|[\s([{"'\p{P}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}])(?<![._@-])[@＠]([\p{L}\p{N}\p{M}.'’_-]*(?: [\p{L}\p{N}\p{M}.'’_-]*)?)$/u;

export function mentionAt(text: string, caret: number): TypedQuery | undefined {
  const before = text.slice(Math.max(0, caret - MAX_QUERY), caret);
  const match = MENTION_QUERY.exec(before);
  if (!match) return undefined;
  const query = match[1] ?? '';
  return { start: caret - query.length - 1, query };
}
