import { useEffect, useState } from 'preact/hooks';
import { find as words } from '../strings/messages/find.ts';
import { nameOfFilter } from './find-groups.ts';
import type { RecentSearch } from './recent-searches.ts';
import {
  addFilters,
  type Choices,
  type Draft,
  type Filter,
  type FilterKey,
  type FilterText,
  filterTextAt,
  isUnfinished,
  suggestionsFor,
  takeFilters,
  withoutFilterText,
} from './search-query.ts';

export interface Query {
  filters: readonly Filter[];
  draft: Draft;
  typed: FilterText | undefined;
  suggestions: readonly Filter[];
  words: string;
  /** Tells screen readers which filters were last added or removed. */
  news: string;
  /**
   * @param isComposing is true while an input method composes the text. The text must then remain unchanged.
   */
  type(draft: Draft, isComposing: boolean): void;
  begin(key: FilterKey): void;
  choose(filter: Filter): void;
  remove(filter: Filter): void;
  restore(search: RecentSearch): void;
}

const EMPTY: Draft = { text: '', caret: 0 };
const atEnd = (text: string): Draft => ({ text, caret: text.length });

export function useQuery(choices: Choices, initial: RecentSearch | undefined): Query {
  const [filters, setFilters] = useState<readonly Filter[]>(initial?.filters ?? []);
  const [draft, setDraft] = useState(initial ? atEnd(initial.text) : EMPTY);
  const [news, setNews] = useState('');
  const typed = filterTextAt(draft);
  const isTyping = typed !== undefined && isUnfinished(typed, choices);

  function change(next: Draft, added: readonly Filter[]): void {
    setDraft(next);
    if (added.length === 0) return;
    setFilters(addFilters(filters, added));
    setNews(added.map((filter) => words.added(nameOfFilter(filter))).join(' '));
  }

  // Check again, because the user may have typed a filter before people and binders had loaded.
  useEffect(() => {
    const taken = takeFilters(draft, choices);
    if (taken.filters.length > 0) change(taken.draft, taken.filters);
  }, [choices]);

  return {
    filters,
    draft,
    typed,
    suggestions: typed ? suggestionsFor(typed, choices) : [],
    words: (isTyping ? withoutFilterText(draft, typed) : draft).text.trim(),
    news,
    type(next, isComposing) {
      const taken = isComposing ? { draft: next, filters: [] } : takeFilters(next, choices);
      change(taken.draft, taken.filters);
    },
    begin(key) {
      const { text } = typed?.value === '' ? withoutFilterText(draft, typed) : draft;
      setDraft(atEnd(`${text.trimEnd()} ${words.key[key]}:`.trimStart()));
    },
    choose(filter) {
      change(typed ? withoutFilterText(draft, typed) : draft, [filter]);
    },
    remove(filter) {
      setFilters(filters.filter((each) => each !== filter));
      setNews(words.removed(nameOfFilter(filter)));
    },
    restore(search) {
      setFilters(search.filters);
      setDraft(atEnd(search.text));
    },
  };
}
