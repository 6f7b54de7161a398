import { type ReadonlySignal, signal } from '@preact/signals';

export interface Selection {
  readonly ids: ReadonlySignal<ReadonlySet<number>>;
  toggle(id: number): void;
  extend(id: number): void;
  choose(ids: readonly number[]): void;
  clear(): void;
}

export function createSelection(order: () => readonly number[]): Selection {
  const ids = signal<ReadonlySet<number>>(new Set());
  let anchor: number | undefined;
  return {
    ids,
    toggle(id) {
      anchor = id;
      const chosen = new Set(ids.peek());
      if (!chosen.delete(id)) chosen.add(id);
      ids.value = chosen;
    },
    extend(id) {
      const all = order();
      const to = all.indexOf(id);
      // Another user may have deleted the anchor.
      const from = anchor === undefined || !all.includes(anchor) ? to : all.indexOf(anchor);
      anchor ??= id;
      ids.value = new Set([...ids.peek(), ...all.slice(Math.min(from, to), Math.max(from, to) + 1)]);
    },
    choose(all) {
      ids.value = new Set(all);
    },
    clear() {
      ids.value = new Set();
      anchor = undefined;
    },
  };
}
