import type { BinderCard, User } from '@ringbinder/protocol';
import { foldText, hasParts } from '@ringbinder/protocol/search.ts';
import { formatDate } from '../design/format.ts';
import { localized } from '../design/locale.ts';
import { toLocal } from '../design/zone.ts';
import { find as words } from '../strings/messages/find.ts';
import { titleOf } from '../timeline/card.ts';
import { isPersonFor } from '../timeline/contacts.ts';
import { keyOfSearch, type RecentSearch } from './recent-searches.ts';
import { keyOf, type SearchHit, startOf } from './search.ts';
import { type Choice, type Choices, type Filter, isDayFilter } from './search-query.ts';

const MAX_BINDERS = 8;
const MAX_PEOPLE = 5;

export type Line = { key: string } & (
  | { kind: 'suggestion'; filter: Filter }
  | { kind: 'recent'; search: RecentSearch }
  | { kind: 'binder'; card: BinderCard }
  | { kind: 'person'; person: User }
  | { kind: 'hit'; hit: SearchHit }
);

export interface Group {
  label: string;
  lines: readonly Line[];
}

/** `cards` are sorted by last change. `people` are sorted by name. */
export interface Known {
  me: { id: string; name: string };
  cards: readonly BinderCard[];
  people: readonly User[];
}

export const suggestionGroup = (filters: readonly Filter[]): Group => ({
  label: words.groups.suggestions,
  lines: filters.map((filter) => ({ kind: 'suggestion', key: `filter ${filter.value}`, filter })),
});

export const recentGroup = (searches: readonly RecentSearch[]): Group => ({
  label: words.groups.recent,
  lines: searches.map((search) => ({ kind: 'recent', key: keyOfSearch(search), search })),
});

export const contentGroup = (hits: readonly SearchHit[]): Group => ({
  label: words.groups.content,
  lines: hits.map((hit) => ({ kind: 'hit', key: keyOf(hit), hit })),
});

export function nameGroups(query: string, known: Known): Group[] {
  const binders = bindersFor(query, known);
  const ids = new Set(binders.map(({ binder }) => binder.id));
  const people = known.people.filter(
    (person) => isPersonFor(person, query) && !ids.has(conversationWith(person, known)?.binder.id ?? ''),
  );
  return [
    {
      label: words.groups.binders,
      lines: binders.map((card) => ({ kind: 'binder', key: card.binder.id, card })),
    },
    {
      label: words.groups.people,
      lines:
        query === ''
          ? []
          : people.slice(0, MAX_PEOPLE).map((person) => ({ kind: 'person', key: person.id, person })),
    },
  ];
}

function bindersFor(query: string, { cards, me }: Known): BinderCard[] {
  const folded = foldText(query);
  const found = cards
    .map((card) => ({ card, name: foldText(titleOf(card, me.name)) }))
    .filter(({ name }) => hasParts(name, query));
  const begins = found.filter(({ name }) => name.startsWith(folded));
  const others = found.filter(({ name }) => !name.startsWith(folded));
  return [...begins, ...others].slice(0, MAX_BINDERS).map(({ card }) => card);
}

export const conversationWith = ({ id }: User, { cards }: Known): BinderCard | undefined =>
  cards.find(({ user_id }) => user_id === id);

export function choicesOf({ me, cards, people }: Known): Choices {
  return {
    from: [
      { value: me.id, name: me.name, aliases: [words.me, 'me'] },
      ...people.map(({ id, name }) => ({ value: id, name })),
    ],
    in: cards.map((card) => ({ value: card.binder.id, name: titleOf(card, me.name) })),
    has: choicesFrom(words.has),
    type: choicesFrom(words.types),
    before: nearDays(),
    after: nearDays(),
  };
}

const DAY_MS = 86_400_000;
const NEAR_DAYS = [0, -1, -7, -30];
const distances = localized((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

function nearDays(): Choice[] {
  const today = toLocal(Date.now()).getTime();
  return NEAR_DAYS.map((days) => ({
    value: new Date(today + days * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length),
    name: distances().format(days, 'day'),
  }));
}

const choicesFrom = (names: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(names).map(([value, name]) => ({ value, name, aliases: [value] }));

export function nameOfFilter({ key, value, name }: Filter): string {
  return words.filter[key](isDayFilter(key) ? formatDate(startOf(value)) : name);
}
