import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type operations, unwrap } from '@ringbinder/client';
import { phraseTerm } from '@ringbinder/protocol/search.ts';
import type { BinderContext } from '../binder/context.ts';
import { explained } from '../binder/refusal.ts';

type PageHits = operations['findInPages']['responses'][200]['content']['application/json']['data'];

interface CurrentHit {
  pageId: number;
  index: number;
}

export interface PageSearch {
  isOpen: ReadonlySignal<boolean>;
  words: ReadonlySignal<string>;
  result: ReadonlySignal<PageHits | undefined>;
  problem: ReadonlySignal<string>;
  current: ReadonlySignal<CurrentHit | undefined>;
  /** Number of the current hit, from 1, or 0 for none. */
  position: ReadonlySignal<number>;
  open(): void;
  close(): void;
  type(words: string, pageId: number): void;
  step(direction: 1 | -1): void;
}

const WAIT_MS = 200;
/** Time in which the server may read the text of new pages. */
const REPEAT_MS = 1_000;
/** The server returns at most this number. */
const MAX_PAGES = 1_000;

export function createPageSearch(binder: BinderContext): PageSearch {
  const isOpen = signal(false);
  const words = signal('');
  const result = signal<PageHits | undefined>(undefined);
  const problem = signal('');
  const current = signal<CurrentHit | undefined>(undefined);
  let overtaken = new AbortController();
  let timer = 0;

  function firstHit({ pages }: PageHits, pageId: number): CurrentHit | undefined {
    const order = binder.state.peek()?.pages.map(({ id }) => id) ?? [];
    const from = order.indexOf(pageId);
    const first = pages.find(({ page_id }) => order.indexOf(page_id) >= from) ?? pages[0];
    return first && { pageId: first.page_id, index: 0 };
  }

  function lookAfter(waitMs: number, ...query: Parameters<typeof look>): void {
    timer = window.setTimeout(() => void look(...query), waitMs);
  }

  async function look(q: string, pageId: number, ended: AbortSignal): Promise<void> {
    const params = { path: { binder_id: binder.id }, query: { q } };
    const call = unwrap(binder.client.api.GET('/{binder_id}/pagesearch', { params, signal: ended }));
    try {
      const answer = await explained(call);
      if (ended.aborted) return;
      result.value = answer;
      current.value = current.peek() ?? firstHit(answer, pageId);
      if (!answer.is_complete && answer.pages.length < MAX_PAGES) lookAfter(REPEAT_MS, q, pageId, ended);
    } catch (error) {
      if (!ended.aborted) problem.value = (error as Error).message;
    }
  }

  return {
    isOpen,
    words,
    result,
    problem,
    current,
    position: computed(() => {
      const at = current.value;
      const pages = result.value?.pages ?? [];
      const place = pages.findIndex(({ page_id }) => page_id === at?.pageId);
      if (!at || place < 0) return 0;
      return pages.slice(0, place).reduce((sum, { hits }) => sum + hits, 0) + at.index + 1;
    }),
    open() {
      isOpen.value = true;
    },
    close() {
      isOpen.value = false;
      overtaken.abort();
      clearTimeout(timer);
      words.value = '';
      result.value = undefined;
      current.value = undefined;
      problem.value = '';
    },
    type(typed, pageId) {
      words.value = typed;
      problem.value = '';
      overtaken.abort();
      clearTimeout(timer);
      result.value = undefined;
      current.value = undefined;
      const q = typed.trim();
      if (!phraseTerm(q)) return;
      overtaken = new AbortController();
      lookAfter(WAIT_MS, q, pageId, overtaken.signal);
    },
    step(direction) {
      const pages = result.value?.pages ?? [];
      const at = current.value;
      const place = pages.findIndex(({ page_id }) => page_id === at?.pageId);
      if (!at || place < 0) return;
      const index = at.index + direction;
      if (index >= 0 && index < (pages[place]?.hits ?? 0)) {
        current.value = { pageId: at.pageId, index };
        return;
      }
      const next = pages[(place + direction + pages.length) % pages.length];
      if (!next) return;
      current.value = { pageId: next.page_id, index: direction === 1 ? 0 : next.hits - 1 };
    },
  };
}
