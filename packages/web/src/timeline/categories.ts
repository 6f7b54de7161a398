import { type ReadonlySignal, signal } from '@preact/signals';
import type { Category } from '@ringbinder/protocol';

/** The groups that the signed-in user puts binders into, by name. What changes them is in category-actions.ts. */
export interface Categories {
  readonly list: ReadonlySignal<readonly Category[]>;
  /** Takes what the channel reports, also of another device, or the server returns. */
  receive(categories: readonly Category[]): void;
}

export function createCategories(): Categories {
  const list = signal<readonly Category[]>([]);
  return {
    list,
    receive(categories) {
      list.value = categories.toSorted((one, other) => one.name.localeCompare(other.name));
    },
  };
}
