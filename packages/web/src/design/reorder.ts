import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface ReorderOptions {
  list: RefObject<HTMLElement | null>;
  ids: readonly number[];
  /** `index` is the row's new place among the other rows. */
  move: (id: number, index: number) => void;
  movedTo: (name: string, place: number, total: number) => string;
}

export interface Handle {
  isDragged: boolean;
  isFirst: boolean;
  isLast: boolean;
  moveBy(step: number, name: string): void;
  onKeyDown(event: KeyboardEvent, name: string): void;
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(event: PointerEvent): void;
  onPointerCancel(): void;
}

export type DropMark = 'before' | 'after' | undefined;

export function useReorder({ list, ids, move, movedTo }: ReorderOptions) {
  const [drag, setDrag] = useState<{ id: number; gap: number }>();
  const [announced, setAnnounced] = useState('');
  const moved = useRef<number>(undefined);

  // A moved row may lose the focus.
  useLayoutEffect(() => {
    const { current: id } = moved;
    if (id === undefined) return;
    const handle = list.current?.children[ids.indexOf(id)]?.querySelector<HTMLElement>('[data-control=move]');
    if (handle && document.activeElement !== handle) handle.focus();
    moved.current = undefined;
  }, [ids.join()]);

  const gapAt = (y: number): number => {
    const rows = [...(list.current?.children ?? [])];
    const below = rows.findIndex((row) => {
      const { top, height } = row.getBoundingClientRect();
      return y < top + height / 2;
    });
    return below === -1 ? rows.length : below;
  };
  const targetOf = (id: number, gap: number): number => (gap > ids.indexOf(id) ? gap - 1 : gap);

  function moveBy(id: number, step: number, name: string): void {
    const to = ids.indexOf(id) + step;
    if (to < 0 || to >= ids.length) return;
    moved.current = id;
    move(id, to);
    setAnnounced(movedTo(name, to + 1, ids.length));
  }
  const handleOf = (id: number): Handle => ({
    isDragged: drag?.id === id,
    isFirst: ids[0] === id,
    isLast: ids.at(-1) === id,
    moveBy: (step, name) => moveBy(id, step, name),
    onKeyDown(event, name) {
      if (event.key === 'Escape') setDrag(undefined);
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
      if (step === 0) return;
      event.preventDefault();
      moveBy(id, step, name);
    },
    onPointerDown(event) {
      if (event.button !== 0) return;
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
      setDrag({ id, gap: ids.indexOf(id) });
    },
    onPointerMove(event) {
      if (drag?.id === id) setDrag({ id, gap: gapAt(event.clientY) });
    },
    onPointerUp() {
      if (drag?.id !== id) return;
      setDrag(undefined);
      const to = targetOf(id, drag.gap);
      if (to !== ids.indexOf(id)) move(id, to);
    },
    onPointerCancel: () => setDrag(undefined),
  });

  const markAt = (row: number): DropMark => {
    if (!drag || targetOf(drag.id, drag.gap) === ids.indexOf(drag.id)) return undefined;
    if (drag.gap === row) return 'before';
    return drag.gap === ids.length && row === ids.length - 1 ? 'after' : undefined;
  };
  return { handleOf, markAt, announced };
}
