import { useSignal } from '@preact/signals';
import { unwrap } from '@ringbinder/client';
import { useEffect, useRef } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { nameOf } from '../binder/page-name.ts';
import { explained } from '../binder/refusal.ts';
import { formatNumber } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { Highlighted } from '../design/highlighted.tsx';
import { chat as chatText } from '../strings/messages/chat.ts';
import { chatTools as text } from '../strings/messages/chat-tools.ts';
import { useChat } from './context.ts';
import { ResultLine } from './result-line.tsx';

type Results = Awaited<ReturnType<typeof search>>;
type SearchHit = Results['results'][number];

const WAIT_MS = 200;
const MAX_RESULTS = 50;

function search({ client, id }: BinderContext, q: string, signal: AbortSignal) {
  const params = { path: { binder_id: id }, query: { q, limit: MAX_RESULTS } };
  return unwrap(client.api.GET('/{binder_id}/search', { params, signal }));
}

export function SearchPanel({ close }: { close: () => void }) {
  const chat = useChat();
  const { binder } = chat;
  const field = useRef<HTMLInputElement>(null);
  const words = useSignal('');
  const latest = useSignal<Results | undefined>(undefined);
  const problem = useSignal('');
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const q = words.value.trim();
    problem.value = '';
    if (q === '') {
      latest.value = undefined;
      return;
    }
    const overtaken = new AbortController();
    const timer = setTimeout(() => {
      explained(search(binder, q, overtaken.signal)).then(
        (results) => {
          if (!overtaken.signal.aborted) latest.value = results;
        },
        (error: Error) => {
          if (!overtaken.signal.aborted) problem.value = error.message;
        },
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      overtaken.abort();
    };
  }, [words.value]);
  const { value: results } = latest;
  return (
    <search
      class="chat-panel"
      aria-label={text.search.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
        else moveInResults(event);
      }}
    >
      <div class="chat-panel-head">
        <input
          dir="auto"
          ref={field}
          type="search"
          aria-label={text.search.field}
          placeholder={text.search.field}
          value={words.value}
          onInput={(event) => {
            words.value = event.currentTarget.value;
          }}
        />
        <button
          type="button"
          class="tool"
          aria-label={text.search.close}
          title={text.search.close}
          onClick={close}
        >
          <Glyph name="close" />
        </button>
      </div>
      <p class="muted small" role="status">
        {problem.value
          ? problem.value
          : !results
            ? text.search.hint
            : results.results.length === 0
              ? text.search.none(words.value.trim())
              : text.search[results.next_cursor === undefined ? 'found' : 'newest'](results.results.length)}
      </p>
      {results && results.results.length > 0 && (
        <ul class="results">
          {results.results.map((each) => (
            <li key={`${each.type} ${each.id}`}>
              <Result hit={each} />
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}

function Result({ hit }: { hit: SearchHit }) {
  const chat = useChat();
  const { links, state } = chat.binder;
  const id = Number(hit.id);
  const { page_index } = hit;
  const page = hit.type === 'page' && state.value?.pages.find((each) => each.id === id);
  const number = page_index !== undefined && chatText.pageName(formatNumber(page_index + 1));
  const type = [page && nameOf(page), number].filter(Boolean).join(', ') || text.search.types[hit.type];
  const href = {
    message: () => links.message(id),
    page: () => links.page(id),
    todo: () => links.todo(id),
    transaction: () => links.transaction(id),
    file: () => links.section('pages'),
    meet: () => links.section('meets'),
  }[hit.type]();
  return (
    <a
      href={href}
      onClick={(event) => {
        if (hit.type !== 'message') return;
        event.preventDefault();
        void chat.show(id);
      }}
    >
      <ResultLine
        author={hit.is_feed ? '' : (hit.user?.name ?? type)}
        badge={hit.user && hit.type !== 'message' ? type : undefined}
        at={hit.created_time}
      >
        <Highlighted {...hit} />
      </ResultLine>
    </a>
  );
}

function moveInResults(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const panel = event.currentTarget as HTMLElement;
  const stops = [...panel.querySelectorAll<HTMLElement>('input, .results a')];
  const next = stops[stops.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
