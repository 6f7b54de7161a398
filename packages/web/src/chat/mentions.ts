import type { Mentionable } from './mentioned.ts';
import { MAX_SUGGESTIONS, type TypedQuery } from './suggestions.ts';

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

export function suggestionsFor(query: string, members: readonly Mentionable[]): Mentionable[] {
  const foldedQuery = fold(query.trim());
  const rank = ({ name }: Mentionable) => {
    const folded = fold(name);
    if (folded.startsWith(foldedQuery)) return 0;
    if (SPACELESS.test(foldedQuery)) return folded.includes(foldedQuery) ? 1 : 2;
    return folded.split(/[\s'’-]+/).some((word) => word.startsWith(foldedQuery)) ? 1 : 2;
  };
  return members
    .map((member) => ({ member, rank: rank(member) }))
    .filter((each) => each.rank < 2)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ member }) => member);
}

/** Names in these scripts have no spaces, so a query may match inside a name. */
const SPACELESS = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u;

export const fold = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase();
