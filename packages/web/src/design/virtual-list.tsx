import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

interface VirtualListProps<T> {
  items: readonly T[];
  keyOf: (item: T) => string;
  heightOf: (item: T) => number;
  /** Index of the active row, or -1. This row stays mounted, and scrolls into view when the index changes. */
  active: number;
  label: string;
  children: (item: T, index: number) => ComponentChildren;
}

const OVERSCAN = 600;

/** Known heights make positions exact, so rows never jump. */
export function VirtualList<T>({ items, keyOf, heightOf, active, label, children }: VirtualListProps<T>) {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 1_000 });
  const rem = useRem();
  const tops = useMemo(() => {
    const sums = new Float64Array(items.length + 1);
    items.forEach((item, at) => {
      sums[at + 1] = (sums[at] ?? 0) + heightOf(item) * rem;
    });
    return sums;
  }, [items, rem]);

  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const look = () => setView({ top: current.scrollTop, height: current.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(current);
    current.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', look);
    };
  }, []);

  const activeKey = items[active] === undefined ? undefined : keyOf(items[active]);
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current || activeKey === undefined) return;
    const [top = 0, bottom = 0] = [tops[active], tops[active + 1]];
    if (top < current.scrollTop) current.scrollTop = top;
    else if (bottom > current.scrollTop + current.clientHeight)
      current.scrollTop = bottom - current.clientHeight;
  }, [activeKey]);

  const first = indexAt(tops, view.top - OVERSCAN);
  const end = Math.min(items.length, indexAt(tops, view.top + view.height + OVERSCAN) + 1);
  const visible = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  if (active >= 0 && active < items.length && (active < first || active >= end)) visible.push(active);
  return (
    <div class="virtual" ref={frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: only some rows are mounted, so they have `aria-posinset` */}
      <div role="list" aria-label={label} style={{ height: `${tops[items.length]}px` }}>
        {visible.map((at) => {
          const item = items[at] as T;
          return (
            // biome-ignore lint/a11y/useSemanticElements: as above
            <div
              role="listitem"
              class="virtual-line"
              key={keyOf(item)}
              aria-setsize={items.length}
              aria-posinset={at + 1}
              style={{ transform: `translateY(${tops[at]}px)`, height: `${heightOf(item)}rem` }}
            >
              {children(item, at)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function indexAt(tops: Float64Array, top: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] ?? 0) <= top) low = middle;
    else high = middle - 1;
  }
  return low;
}

function useRem(): number {
  return useMemo(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16, []);
}
