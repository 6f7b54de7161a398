import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { ChatState } from './chat-state.ts';
import type { Item } from './rows.ts';
import { isNearEdge, READ_AHEAD, type Slice, seenBetween, sliceAround } from './slice.ts';

/**
 * What stays where it is while the list changes: its end, or a row, which has so many pixels to the top of what is seen
 * (or that part of its height, until it was there).
 */
type Anchor =
  | { at: 'end' }
  | { at: 'row'; id: number; offset: number }
  | { at: 'row'; id: number; part: number };

export interface Scroller {
  /** The items that are drawn, with where they stand among all. */
  readonly drawn: ReadonlySignal<{ items: readonly Item[]; slice: Slice }>;
  readonly isAtEnd: ReadonlySignal<boolean>;
  /** False when older messages could not be read. */
  readonly hasFailed: ReadonlySignal<boolean>;
  /** To be called with the elements once they are there; gives what ends it. */
  attach(viewport: HTMLElement, content: HTMLElement): () => void;
  /** To be called after each time the list was drawn. */
  restore(): void;
  readOlder(): void;
}

/** Nearer to the end than this, in pixels, one is there. */
const END_PX = 32;

export function createScroller(chat: ChatState): Scroller {
  let elements: { viewport: HTMLElement; content: HTMLElement } | undefined;
  let anchor: Anchor = { at: 'end' };
  /** Where the list was scrolled to by itself, and not by the reader. */
  let ownTop = -1;
  let newest: number | undefined;
  let looking = 0;
  const center = signal(Infinity);
  const isAtEnd = signal(true);
  const hasFailed = signal(false);
  const drawn = drawnAround(chat.items, center);

  function restore(): void {
    if (!elements) return;
    const { viewport, content } = elements;
    followNewest();
    const wanted = anchor.at === 'end' ? viewport.scrollHeight : topFor(anchor, viewport, content);
    const top = Math.max(0, Math.min(wanted, viewport.scrollHeight - viewport.clientHeight));
    if (Math.abs(viewport.scrollTop - top) >= 1) viewport.scrollTop = top;
    ownTop = viewport.scrollTop;
    lookSoon();
  }

  /** Whoever has seen all of the list, also from its first unread message on, goes on with what comes. */
  function followNewest(): void {
    const id = drawn.peek().items.at(-1)?.id;
    const hasGrown = newest !== undefined && id !== undefined && id > newest;
    if (hasGrown && isAtEnd.peek() && ownTop >= 0 && !chat.hasNewer.peek()) anchor = { at: 'end' };
    newest = id;
  }

  /** Looks at what is seen: what it is anchored at, what is to be drawn and read, and what was seen of it. */
  function look(): void {
    looking = 0;
    if (!elements) return;
    const { viewport, content } = elements;
    const { scrollTop, clientHeight, scrollHeight } = viewport;
    const rows = rowsOf(content);
    const seen = seenBetween(boxesOf(rows), scrollTop, scrollTop + clientHeight);
    const { items, slice } = drawn.peek();
    const isWhole = !chat.hasNewer.peek() && slice.end === items.length;
    const isEnd = isWhole && scrollHeight - scrollTop - clientHeight <= END_PX;
    const isOwn = Math.abs(scrollTop - ownTop) < 1;
    if (isEnd) {
      if (!isOwn || anchor.at === 'end') anchor = { at: 'end' };
      center.value = Infinity;
    }
    isAtEnd.value = isEnd;
    if (!seen) return;
    const first = rows[seen.first];
    if (!isEnd && !isOwn && first)
      anchor = { at: 'row', id: Number(first.dataset.id), offset: first.offsetTop - scrollTop };
    const [from, to] = [slice.start + seen.first, slice.start + seen.last];
    if (!isEnd && isNearEdge(slice, items.length, from, to))
      center.value = items[Math.round((from + to) / 2)]?.id ?? center.peek();
    if (from < READ_AHEAD && chat.hasOlder.peek() && !hasFailed.peek()) readOlder();
    if (items.length - to < READ_AHEAD && chat.hasNewer.peek())
      void chat.window.loadNewer().catch(() => undefined);
    chat.see(lastMessage(items, to), isEnd);
  }

  const lookSoon = () => {
    if (looking === 0) looking = requestAnimationFrame(look);
  };

  function readOlder(): void {
    hasFailed.value = false;
    void chat.window.loadOlder().then(lookSoon, () => {
      hasFailed.value = true;
    });
  }

  return {
    drawn,
    isAtEnd,
    hasFailed,
    readOlder,
    restore,
    attach(viewport, content) {
      elements = { viewport, content };
      const stopPlacing = effect(() => {
        const place = chat.place.value;
        anchor = place.at === 'end' ? place : { at: 'row', id: place.id, part: place.part };
        center.value = place.at === 'end' ? Infinity : place.id;
        // What is drawn already may be all that is needed.
        queueMicrotask(restore);
      });
      const stopWatching = watchList(viewport, content, { restore, look, lookSoon });
      return () => {
        stopPlacing();
        stopWatching();
        cancelAnimationFrame(looking);
        elements = undefined;
      };
    },
  };
}

function drawnAround(
  all: ReadonlySignal<readonly Item[]>,
  center: ReadonlySignal<number>,
): Scroller['drawn'] {
  return computed(() => {
    const items = all.value;
    return { items, slice: sliceAround(items.length, placeOf(items, center.value)) };
  });
}

const rowsOf = (content: HTMLElement) => [...content.querySelectorAll<HTMLElement>('[data-id]')];

const boxesOf = (rows: readonly HTMLElement[]) => ({
  length: rows.length,
  at: (place: number) => {
    const { offsetTop = 0, offsetHeight = 0 } = rows[place] ?? {};
    return { top: offsetTop, bottom: offsetTop + offsetHeight };
  },
});

/** Where the list is to stand so that a row is at its place. */
function topFor(row: Exclude<Anchor, { at: 'end' }>, viewport: HTMLElement, content: HTMLElement): number {
  const rows = rowsOf(content);
  // One that was deleted leaves its place to the next.
  const element = rows.find(({ dataset }) => Number(dataset.id) >= row.id) ?? rows.at(-1);
  if (!element) return viewport.scrollTop;
  const offset = 'part' in row ? viewport.clientHeight * row.part : row.offset;
  return element.offsetTop - offset;
}

/** Calls back when the list is scrolled or seen again, and when its size changes. Returns the function that ends it. */
function watchList(
  viewport: HTMLElement,
  content: HTMLElement,
  { restore, look, lookSoon }: { restore(): void; look(): void; lookSoon(): void },
): () => void {
  // Pictures that come, fonts, a keyboard on the screen: the place stays.
  const observer = new ResizeObserver(restore);
  observer.observe(viewport);
  observer.observe(content);
  viewport.addEventListener('scroll', look, { passive: true });
  addEventListener('focus', lookSoon);
  document.addEventListener('visibilitychange', lookSoon);
  return () => {
    observer.disconnect();
    viewport.removeEventListener('scroll', look);
    removeEventListener('focus', lookSoon);
    document.removeEventListener('visibilitychange', lookSoon);
  };
}

function placeOf(items: readonly Item[], id: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle]?.id ?? Infinity) < id) low = middle + 1;
    else high = middle;
  }
  return Math.min(low, Math.max(0, items.length - 1));
}

function lastMessage(items: readonly Item[], place: number): number | undefined {
  for (let at = Math.min(place, items.length - 1); at >= 0; at--)
    if (items[at]?.type === 'message') return items[at]?.id;
  return undefined;
}
