import { phrasePlaces } from '@ringbinder/protocol/search.ts';
import type { Mentionable } from './mentioned.ts';
import { MAX_SUGGESTIONS } from './suggestions.ts';

/** Names that begin with the query come first. */
export function suggestionsFor(query: string, members: readonly Mentionable[]): Mentionable[] {
  const isComplete = query.endsWith(' ') && members.some(({ name }) => `${name} ` === query);
  if (isComplete) return [];
  return members
    .flatMap((member) => {
      const start = query === '' ? 0 : phrasePlaces(member.name, query)[0]?.start;
      return start === undefined ? [] : { member, rank: start > 0 ? 1 : 0 };
    })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ member }) => member);
}
