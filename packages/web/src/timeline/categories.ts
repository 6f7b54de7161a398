import { type ReadonlySignal, signal } from '@preact/signals';
import type { Category } from '@ringbinder/protocol';

export interface Categories {
  readonly list: ReadonlySignal<readonly Category[]>;
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
