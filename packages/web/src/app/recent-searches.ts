import { readerOfPage } from '../design/reader.ts';
import { type Filter, filterKeys } from './search-query.ts';

/** Signing out removes entries with the user's id in the name. */
const KEY = `ringbinder-searches ${readerOfPage().id ?? ''}`;
const MAX_SEARCHES = 8;

/** A search as the user made it. */
export interface RecentSearch {
  text: string;
  filters: readonly Filter[];
}

/** The last searches in this browser, newest first. */
export function readRecentSearches(): readonly RecentSearch[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSearch).slice(0, MAX_SEARCHES) : [];
  } catch {
    return [];
  }
}

function isSearch(stored: Partial<RecentSearch> | null): stored is RecentSearch {
  return typeof stored?.text === 'string' && Array.isArray(stored.filters) && stored.filters.every(isFilter);
}

function isFilter(stored: Partial<Filter> | null): stored is Filter {
  return (
    typeof stored?.value === 'string' &&
    typeof stored.name === 'string' &&
    filterKeys.some((key) => key === stored.key)
  );
}

/** Makes a search the newest one. */
export function addRecentSearch(search: RecentSearch): void {
  store([search, ...othersThan(search)]);
}

/** Returns the remaining ones. */
export function removeRecentSearch(search: RecentSearch): readonly RecentSearch[] {
  const others = othersThan(search);
  store(others);
  return others;
}

export function clearRecentSearches(): void {
  localStorage.removeItem(KEY);
}

function othersThan(search: RecentSearch): RecentSearch[] {
  const key = keyOfSearch(search);
  return readRecentSearches().filter((each) => keyOfSearch(each) !== key);
}

/** Equal for equal searches. */
export const keyOfSearch = ({ text, filters }: RecentSearch): string =>
  JSON.stringify([text, ...filters.map(({ key, value }) => `${key} ${value}`).toSorted()]);

function store(searches: readonly RecentSearch[]): void {
  localStorage.setItem(KEY, JSON.stringify(searches.slice(0, MAX_SEARCHES)));
}
