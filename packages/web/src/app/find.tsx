import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { address, isInMemory, overlays } from '../address.ts';
import { adoptStyles } from '../design/adopt-styles.ts';
import { Dialog } from '../design/dialog.tsx';
import { binderPath, navigate } from '../router.ts';
import { text } from '../strings/app.ts';
import { find as words } from '../strings/messages/find.ts';
import { useContacts } from '../timeline/contacts.ts';
import { useApp } from '../timeline/context.ts';
import { dialog } from '../timeline/dialog-state.ts';
import css from './find.css?inline';
import { FilterButtons, FindField } from './find-field.tsx';
import {
  choicesOf,
  contentGroup,
  conversationWith,
  type Group,
  type Known,
  type Line,
  nameGroups,
  recentGroup,
  suggestionGroup,
} from './find-groups.ts';
import { LineContent } from './find-line.tsx';
import { overlay } from './overlay.ts';
import {
  addRecentSearch,
  clearRecentSearches,
  type RecentSearch,
  readRecentSearches,
  removeRecentSearch,
} from './recent-searches.ts';
import { pathOfHit, requestOf } from './search.ts';
import { isDay, isDayFilter } from './search-query.ts';
import { type Query, useQuery } from './use-query.ts';
import { type Results, type Search, useSearch } from './use-search.ts';

const MAX_CONTACTS_AGE_MS = 5 * 60_000;

interface LeftSearch {
  search: RecentSearch;
  results: Results;
  chosen: number;
  scrollTop: number;
}

/** The search to show again. */
let restored: LeftSearch | undefined;
let stopWaiting = () => {};

/** Shows the search again when Back leads to the history entry in which it was opened. */
function reopenOnBack(entry: number, left: LeftSearch): void {
  stopWaiting();
  const check = () => {
    if (history.state !== entry) return;
    stopWaiting();
    restored = left;
    overlay.value = 'find';
  };
  addEventListener('popstate', check);
  stopWaiting = () => removeEventListener('popstate', check);
}

export function Find({ close }: { close: () => void }) {
  adoptStyles(css);
  const initial = useMemo(() => {
    const left = restored;
    restored = undefined;
    return left;
  }, []);
  const known = useKnown();
  const choices = useMemo(() => choicesOf(known), [known]);
  const query = useQuery(choices, initial?.search);
  const request = requestOf(query.words, query.filters);
  const search = useSearch(request, initial?.results);
  const [recent, setRecent] = useState(readRecentSearches);
  const [chosen, setChosen] = useState(initial?.chosen ?? 0);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (!isFirst.current) setChosen(0);
    isFirst.current = false;
  }, [query.draft, query.filters]);
  useLayoutEffect(() => {
    const list = document.getElementById(id);
    if (list && initial) list.scrollTop = initial.scrollTop;
  }, []);
  const groups = groupsFor(query, { known, recent, search });
  const lines = groups.flatMap((group) => group.lines);
  const at = Math.min(chosen, lines.length - 1);
  const open = useOpenLine(query, known, close);
  const act = (line: Line) => {
    const left = {
      search: { text: query.draft.text, filters: query.filters },
      results: search,
      chosen: lines.indexOf(line),
      scrollTop: document.getElementById(id)?.scrollTop ?? 0,
    };
    const [{ entry }, before] = [overlays, address.peek()];
    open(line);
    const hasEntry = !isInMemory && entry % 100 > 0;
    if (line.kind === 'hit' && hasEntry && address.peek() !== before) reopenOnBack(entry - 1, left);
    field.current?.focus();
  };
  const forget = (forgotten: RecentSearch) => setRecent(removeRecentSearch(forgotten));
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const line = lines[at];
    if (step !== undefined && lines.length > 0) setChosen((at + step + lines.length) % lines.length);
    else if (event.key === 'Enter' && line) act(line);
    else if (event.key === 'Tab' && !event.shiftKey && line?.kind === 'suggestion') act(line);
    else if (event.key === 'Delete' && line?.kind === 'recent') forget(line.search);
    else return;
    event.preventDefault();
  };
  const isRecent = groups.some(({ lines: [first] }) => first?.kind === 'recent');
  const active = lines.length > 0 ? `${id}-${at}` : undefined;
  return (
    <Dialog title={words.title} close={close} wide>
      <FindField query={query} field={field} list={id} active={active} onKeyDown={onKeyDown} />
      <FilterButtons query={query} field={field} />
      <Lines groups={groups} id={id} at={at} choose={setChosen} act={act} forget={forget} />
      <div>
        <p class="muted small" role="status">
          {statusOf(query, search, { isEmpty: lines.length === 0, isSearching: request !== undefined })}
        </p>
        <p class="hidden-visually" role="status">
          {query.news}
        </p>
        {isRecent && <p class="muted small find-hint">{words.forget}</p>}
      </div>
      <div class="choose">
        {isRecent && (
          <button
            type="button"
            class="button compact quiet"
            onClick={() => {
              clearRecentSearches();
              setRecent([]);
              field.current?.focus();
            }}
          >
            {words.forgetAll}
          </button>
        )}
        {search.cursor !== undefined && query.suggestions.length === 0 && (
          <button
            type="button"
            class="button compact"
            onClick={async () => {
              // After the last page, the focused button disappears.
              if (!(await search.more())) field.current?.focus();
            }}
          >
            {text.actions.more}
          </button>
        )}
        <button type="button" class="button compact" onClick={close}>
          {text.actions.cancel}
        </button>
      </div>
    </Dialog>
  );
}

function useKnown(): Known {
  const { cards, boot } = useApp();
  const [contacts] = useContacts(MAX_CONTACTS_AGE_MS);
  return useMemo(
    () => ({
      me: boot.user,
      cards: cards.value ?? [],
      people: contacts.state === 'ready' ? contacts.people : [],
    }),
    [cards.value, contacts],
  );
}

interface Sources {
  known: Known;
  recent: readonly RecentSearch[];
  search: Search;
}

function groupsFor(query: Query, { known, recent, search }: Sources): Group[] {
  const groups = (): Group[] => {
    if (query.typed && query.suggestions.length > 0) return [suggestionGroup(query.suggestions)];
    const content = contentGroup(search.hits);
    if (query.filters.length > 0) return [content];
    const names = nameGroups(query.words, known);
    return query.draft.text === '' ? [recentGroup(recent), ...names] : [...names, content];
  };
  return groups().filter(({ lines }) => lines.length > 0);
}

function useOpenLine(query: Query, known: Known, close: () => void): (line: Line) => void {
  const { boot } = useApp();
  const go = (path: string) => {
    close();
    navigate(path);
  };
  return (line) => {
    switch (line.kind) {
      case 'suggestion':
        return query.choose(line.filter);
      case 'recent':
        return query.restore(line.search);
      case 'binder':
        return go(binderPath(boot.root, line.card.binder.id));
      case 'person': {
        const conversation = conversationWith(line.person, known);
        if (conversation) return go(binderPath(boot.root, conversation.binder.id));
        close();
        dialog.value = { kind: 'new-direct', to: line.person };
        return;
      }
      case 'hit':
        addRecentSearch({ text: query.draft.text.trim(), filters: query.filters });
        return go(pathOfHit(boot.root, line.hit));
    }
  };
}

function statusOf(
  { typed, suggestions, filters, draft }: Query,
  { problem, isBusy, isComplete, cursor }: Search,
  { isEmpty, isSearching }: { isEmpty: boolean; isSearching: boolean },
): string {
  if (typed && isDayFilter(typed.key) && !isDay(typed.value)) return words.dayFormat;
  if (suggestions.length > 0) return '';
  if (problem !== undefined) return problem;
  if (isBusy) return words.searching;
  if (!isSearching && filters.length > 0) return words.needsWords;
  if (!isComplete) return words.incomplete;
  if (!isEmpty || (draft.text === '' && filters.length === 0)) return '';
  return cursor === undefined ? words.nothing : words.nothingYet;
}

interface LinesProps {
  groups: readonly Group[];
  id: string;
  at: number;
  choose: (index: number) => void;
  act: (line: Line) => void;
  forget: (search: RecentSearch) => void;
}

function Lines({ groups, id, at, choose, act, forget }: LinesProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  let count = 0;
  return (
    <div class="find-list" role="listbox" id={id} aria-label={words.results} ref={list} tabIndex={-1}>
      {groups.map(({ label, lines }, group) => {
        const first = count;
        count += lines.length;
        return (
          // biome-ignore lint/a11y/useSemanticElements: only this role may group options
          <div key={label} role="group" aria-labelledby={`${id}-group-${group}`}>
            <div class="menu-heading" id={`${id}-group-${group}`}>
              {label}
            </div>
            {lines.map((line, place) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and references the chosen option
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
              <div
                key={line.key}
                class="find-line"
                role="option"
                id={`${id}-${first + place}`}
                aria-selected={first + place === at}
                aria-keyshortcuts={line.kind === 'recent' ? 'Delete' : undefined}
                onPointerMove={() => choose(first + place)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => act(line)}
              >
                <LineContent line={line} forget={forget} />
              </div>
            ))}
          </div>
        );
      })}
    </div>
  );
}
