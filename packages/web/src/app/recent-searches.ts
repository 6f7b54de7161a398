import { readerOfPage } from '../design/reader.ts';
import { storedValue } from '../stored-value.ts';
import { type Filter, filterKeys } from './search-query.ts';

const stored = storedValue(`ringbinder-searches ${readerOfPage().id ?? ''}`);
const MAX_SEARCHES = 8;

export interface RecentSearch {
  text: string;
  filters: readonly Filter[];
}

export function readRecentSearches(): readonly RecentSearch[] {
  const searches = stored.read();
  return Array.isArray(searches) ? searches.filter(isSearch).slice(0, MAX_SEARCHES) : [];
}

function isSearch(each: Partial<RecentSearch> | null): each is RecentSearch {
  return typeof each?.text === 'string' && Array.isArray(each.filters) && each.filters.every(isFilter);
}

function isFilter(each: Partial<Filter> | null): each is Filter {
  return (
    typeof each?.value === 'string' &&
    typeof each.name === 'string' &&
    filterKeys.some((key) => key === each.key)
  );
}

export function addRecentSearch(search: RecentSearch): void {
  store([search, ...othersThan(search)]);
}

export function removeRecentSearch(search: RecentSearch): readonly RecentSearch[] {
  const others = othersThan(search);
  store(others);
  return others;
}

export function clearRecentSearches(): void {
  stored.write(undefined);
}

function othersThan(search: RecentSearch): RecentSearch[] {
  const key = keyOfSearch(search);
  return readRecentSearches().filter((each) => keyOfSearch(each) !== key);
}

export const keyOfSearch = ({ text, filters }: RecentSearch): string =>
  JSON.stringify([text, ...filters.map(({ key, value }) => `${key} ${value}`).toSorted()]);

function store(searches: readonly RecentSearch[]): void {
  stored.write(searches.slice(0, MAX_SEARCHES));
}
