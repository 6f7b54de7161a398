import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { ChatState } from './chat-state.ts';
import type { Item } from './rows.ts';
import { isNearEdge, READ_AHEAD, type Slice, sliceAround, visibleBetween } from './slice.ts';

/** `offset` is the distance from the viewport's top in pixels. `part` is a fraction of the viewport's height. */
type Anchor =
  | { at: 'end' }
  | { at: 'row'; id: number; offset: number }
  | { at: 'row'; id: number; part: number };

export interface Scroller {
  readonly drawn: ReadonlySignal<{ items: readonly Item[]; slice: Slice }>;
  readonly isAtEnd: ReadonlySignal<boolean>;
  readonly hasFailed: ReadonlySignal<boolean>;
  attach(viewport: HTMLElement, content: HTMLElement): () => void;
  restore(): void;
  readOlder(): void;
}

/** A smaller distance counts as being at the end. */
const END_PX = 32;

export function createScroller(chat: ChatState): Scroller {
  let elements: { viewport: HTMLElement; content: HTMLElement } | undefined;
  let anchor: Anchor = { at: 'end' };
  /**
   * The last known scroll position, or -1 after a request to scroll. If `scrollTop` differs, the user has
   * scrolled.
   */
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
    adoptUnreportedScroll(viewport, content);
    const target = anchor.at === 'end' ? viewport.scrollHeight : topFor(anchor, viewport, content);
    const top = Math.max(0, Math.min(target, viewport.scrollHeight - viewport.clientHeight));
    if (Math.abs(viewport.scrollTop - top) >= 1) viewport.scrollTop = top;
    ownTop = viewport.scrollTop;
    lookSoon();
  }

  function adoptUnreportedScroll(viewport: HTMLElement, content: HTMLElement): void {
    if (ownTop < 0) return;
    const { scrollTop, clientHeight, scrollHeight } = viewport;
    // If the list became shorter, the browser itself has scrolled to the end.
    const wasMoved = scrollTop < ownTop && scrollHeight - scrollTop - clientHeight < 1;
    if (wasMoved || Math.abs(scrollTop - ownTop) < 1) return;
    const first = rowsOf(content).find((row) => row.offsetTop + row.offsetHeight > scrollTop);
    if (first) anchor = anchorOf(first, scrollTop);
  }

  function followNewest(): void {
    const id = drawn.peek().items.at(-1)?.id;
    const hasGrown = newest !== undefined && id !== undefined && id > newest;
    if (hasGrown && isAtEnd.peek() && ownTop >= 0 && !chat.hasNewer.peek()) anchor = { at: 'end' };
    newest = id;
  }

  function look(): void {
    looking = 0;
    if (!elements) return;
    const { viewport, content } = elements;
    const { scrollTop, clientHeight, scrollHeight } = viewport;
    const rows = rowsOf(content);
    const visible = visibleBetween(boxesOf(rows), scrollTop, scrollTop + clientHeight);
    const { items, slice } = drawn.peek();
    const isWhole = !chat.hasNewer.peek() && slice.end === items.length;
    const isEnd = isWhole && scrollHeight - scrollTop - clientHeight <= END_PX;
    const isOwn = Math.abs(scrollTop - ownTop) < 1;
    ownTop = scrollTop;
    if (isEnd) {
      if (!isOwn || anchor.at === 'end') anchor = { at: 'end' };
      center.value = Infinity;
    }
    isAtEnd.value = isEnd;
    if (!visible) {
      // All loaded messages may be replies that appear only in threads.
      if (items.length === 0 && chat.hasOlder.peek() && !hasFailed.peek()) readOlder();
      chat.see(undefined, isEnd);
      return;
    }
    const first = rows[visible.first];
    if (!isEnd && !isOwn && first) anchor = anchorOf(first, scrollTop);
    const [from, to] = [slice.start + visible.first, slice.start + visible.last];
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
        ownTop = -1;
        center.value = place.at === 'end' ? Infinity : place.id;
        // Restore here, because the list does not render again if the slice is unchanged.
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

const anchorOf = ({ dataset, offsetTop }: HTMLElement, scrollTop: number): Anchor => ({
  at: 'row',
  id: Number(dataset.id),
  offset: offsetTop - scrollTop,
});

const rowsOf = (content: HTMLElement) => [...content.querySelectorAll<HTMLElement>('[data-id]')];

const boxesOf = (rows: readonly HTMLElement[]) => ({
  length: rows.length,
  at: (place: number) => {
    const { offsetTop = 0, offsetHeight = 0 } = rows[place] ?? {};
    return { top: offsetTop, bottom: offsetTop + offsetHeight };
  },
});

function topFor(row: Exclude<Anchor, { at: 'end' }>, viewport: HTMLElement, content: HTMLElement): number {
  const rows = rowsOf(content);
  const element = rows.find(({ dataset }) => Number(dataset.id) >= row.id) ?? rows.at(-1);
  if (!element) return viewport.scrollTop;
  const offset = 'part' in row ? viewport.clientHeight * row.part : row.offset;
  return element.offsetTop - offset;
}

function watchList(
  viewport: HTMLElement,
  content: HTMLElement,
  { restore, look, lookSoon }: { restore(): void; look(): void; lookSoon(): void },
): () => void {
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
