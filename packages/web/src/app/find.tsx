import type { BinderCard } from '@ringbinder/protocol';
import { foldText, hasParts, searchTerms } from '@ringbinder/protocol/search.ts';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { refusalOf } from '../binder/refusal.ts';
import { Avatar } from '../design/avatar.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Highlighted } from '../design/highlighted.tsx';
import { binderPath, navigate } from '../router.ts';
import { text } from '../strings/app.ts';
import { find as words } from '../strings/en/find.ts';
import { snippetOf, titleOf } from '../timeline/card.ts';
import { useApp } from '../timeline/context.ts';
import { Mark } from '../timeline/marks.tsx';
import { formatWhen } from '../timeline/when.ts';
import { pathOfHit, type SearchHit, searchBinders } from './search.ts';

/** Maximum number of binders matched by name. */
const MAX_BINDERS = 8;
/** Number of binders whose content is searched per step. The user requests each further step. */
const STEP = 40;
/** Typing pause before a search, in milliseconds. */
const PAUSE_MS = 250;

export function Find({ close }: { close: () => void }) {
  const { cards, boot } = useApp();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const all = cards.value ?? [];
  const binders = useMemo(() => findBinders(all, query, boot.user.name), [all, query]);
  const search = useSearch(query.trim(), cards.value);
  const lines = [
    ...binders.map((card) => ({ href: binderPath(boot.root, card.binder.id), card })),
    ...search.found.map((found) => ({ href: pathOfHit(boot.root, found), found })),
  ];
  const at = Math.min(chosen, lines.length - 1);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const go = (href: string) => {
    close();
    navigate(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const line = lines[at];
    if (step !== undefined && lines.length > 0) setChosen((at + step + lines.length) % lines.length);
    else if (event.key === 'Enter' && line) go(line.href);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={words.title} close={close} wide>
      <input
        dir="auto"
        class="find-field"
        type="text"
        role="combobox"
        autocomplete="off"
        aria-label={words.title}
        aria-expanded={lines.length > 0}
        aria-controls={id}
        aria-activedescendant={lines.length > 0 ? `${id}-${at}` : undefined}
        placeholder={words.placeholder}
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div class="find-list" role="listbox" id={id} aria-label={words.results} ref={list} tabIndex={-1}>
        {lines.map((line, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and says which one is chosen
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
          <div
            key={line.href}
            class="find-line"
            role="option"
            id={`${id}-${index}`}
            aria-selected={index === at}
            onPointerMove={() => setChosen(index)}
            onClick={() => go(line.href)}
          >
            {'card' in line ? <BinderLine card={line.card} /> : <HitLine found={line.found} />}
          </div>
        ))}
      </div>
      <p class="muted small" role="status">
        {search.problem ?? (search.isBusy ? words.searching : lines.length === 0 ? words.nothing : '')}
      </p>
      <div class="choose">
        {search.rest > 0 && (
          <button type="button" class="button compact" onClick={search.more}>
            {words.more(search.rest)}
          </button>
        )}
        <button type="button" class="button compact" onClick={close}>
          {text.actions.cancel}
        </button>
      </div>
    </Dialog>
  );
}

function BinderLine({ card }: { card: BinderCard }) {
  const { boot } = useApp();
  const title = titleOf(card, boot.user.name);
  return (
    <>
      <span class={card.binder.conversation ? 'picture' : 'picture square'}>
        <Avatar
          id={card.binder.id}
          name={title}
          {...(card.picture_uri && { picture: card.picture_uri })}
          small
        />
      </span>
      <span dir="auto" class="find-title">
        {title}
      </span>
      <span dir="auto" class="find-about">
        {snippetOf(card, boot.user.id)}
      </span>
    </>
  );
}

function HitLine({ found }: { found: SearchHit }) {
  const { boot } = useApp();
  const binder = titleOf(found.card, boot.user.name);
  return (
    <>
      <Mark name="search" />
      <span dir="auto" class="find-title">
        <Highlighted {...found} />
      </span>
      <span class="find-about">
        {words.where(words.types[found.type], binder, found.author)} · {formatWhen(found.at, Date.now())}
      </span>
    </>
  );
}

/** Binders whose names contain all words. Names that begin with them come first. */
function findBinders(cards: readonly BinderCard[], query: string, me: string): BinderCard[] {
  const folded = foldText(query);
  const found = cards
    .map((card) => ({ card, name: foldText(titleOf(card, me)) }))
    .filter(({ name }) => hasParts(name, query));
  const begins = found.filter(({ name }) => name.startsWith(folded));
  const others = found.filter(({ name }) => !name.startsWith(folded));
  return [...begins, ...others].slice(0, MAX_BINDERS).map(({ card }) => card);
}

interface Search {
  /** Newest first. */
  found: readonly SearchHit[];
  isBusy: boolean;
  problem: string | undefined;
  /** Number of binders not searched yet. */
  rest: number;
  more: () => void;
}

function useSearch(q: string, known: readonly BinderCard[] | undefined): Search {
  const hasCards = known !== undefined;
  const cards = known ?? [];
  const { client } = useApp();
  const [found, setHits] = useState<readonly SearchHit[]>([]);
  const [limit, setLimit] = useState(STEP);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // A single letter matches nearly everything, but one character of a spaceless script can be a word.
  const isSearchable = searchTerms(q).some(({ text: term, isSpaceless }) => isSpaceless || term.length > 1);
  useEffect(() => {
    setHits([]);
    setProblem(undefined);
    setLimit(STEP);
    setBusy(isSearchable);
  }, [q]);
  useEffect(() => {
    if (!isSearchable || !hasCards) return;
    const request = new AbortController();
    const { signal } = request;
    const from = limit === STEP ? 0 : limit - STEP;
    setBusy(true);
    const timer = setTimeout(() => {
      const append = (more: readonly SearchHit[]) =>
        setHits((before) => [...before, ...more].toSorted((one, other) => other.at - one.at));
      searchBinders(client, { q, cards: cards.slice(from, limit), signal }, append)
        .then((isComplete) => {
          if (!signal.aborted && !isComplete) setProblem(words.incomplete);
        })
        .catch((error: unknown) => {
          if (!signal.aborted) setProblem(refusalOf(error).message);
        })
        .finally(() => {
          if (!signal.aborted) setBusy(false);
        });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
    // `cards` is no dependency: a changed list must not restart the search.
  }, [q, limit, hasCards]);
  const rest = isSearchable && !isBusy ? Math.max(0, cards.length - limit) : 0;
  return { found, isBusy, problem, rest, more: () => setLimit((before) => before + STEP) };
}
