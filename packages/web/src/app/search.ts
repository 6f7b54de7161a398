import { type operations, type RingbinderClient, unwrap } from '@ringbinder/client';
import { searchTerms } from '@ringbinder/protocol/search.ts';
import { fromLocalField } from '../design/local-field.ts';
import { binderPath } from '../router.ts';
import type { Filter, FilterKey } from './search-query.ts';

type Answer = operations['searchAllBinders']['responses']['200']['content']['application/json']['data'];
export type SearchHit = Answer['results'][number];
export type SearchRequest = Omit<
  NonNullable<operations['searchAllBinders']['parameters']['query']>,
  'limit' | 'cursor'
>;

export interface SearchPage {
  hits: readonly SearchHit[];
  /** False while the index of a binder is incomplete. */
  isComplete: boolean;
  cursor: string | undefined;
}

/** Returns undefined if nearly everything would match. */
export function requestOf(words: string, filters: readonly Filter[]): SearchRequest | undefined {
  const terms = searchTerms(words);
  const isNarrow = filters.some(({ key }) => key !== 'before' && key !== 'after');
  // In scripts without spaces, one character can be a word. In other scripts, one character matches nearly
  // everything.
  const isSearchable = terms.some(({ text, isSpaceless }) => isSpaceless || text.length > 1);
  if (!isSearchable && !isNarrow) return undefined;
  return Object.assign(
    terms.length > 0 ? { q: words } : {},
    ...filters.map(({ key, value }) => PARAMETERS[key](value)),
  );
}

const PARAMETERS: Readonly<Record<FilterKey, (value: string) => SearchRequest>> = {
  from: (value) => ({ from: value }),
  in: (value) => ({ in: value }),
  has: (value) => ({ has: value as NonNullable<SearchRequest['has']> }),
  type: (value) => ({ type: value as NonNullable<SearchRequest['type']> }),
  before: (value) => ({ before: startOf(value) }),
  // Like `since` in the API, the `after` filter includes the given day.
  after: (value) => ({ since: startOf(value) }),
};

export const startOf = (day: string): number => fromLocalField(`${day}T00:00`) ?? 0;

export async function search(
  { api }: RingbinderClient,
  request: SearchRequest,
  { cursor, signal }: { cursor: string | undefined; signal: AbortSignal },
): Promise<SearchPage> {
  const query = { ...request, ...(cursor !== undefined && { cursor }) };
  const answer = await unwrap(api.GET('/me/search', { params: { query }, signal }));
  return { hits: answer.results, isComplete: answer.is_complete, cursor: answer.next_cursor };
}

export const keyOf = ({ binder, type, id }: SearchHit): string => `${binder.id} ${type} ${id}`;

const SECTIONS = {
  message: 'chat',
  page: 'pages',
  todo: 'todos',
  transaction: 'transactions',
  file: 'pages',
  meet: 'meets',
} as const;

export function pathOfHit(root: string, { type, id, binder }: SearchHit): string {
  const section = SECTIONS[type];
  return type === 'file'
    ? `${binderPath(root, binder.id, section)}?file=${id}`
    : binderPath(root, binder.id, section, Number(id));
}
