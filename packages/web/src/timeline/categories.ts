import { type ReadonlySignal, signal } from '@preact/signals';
import { type RingbinderClient, unwrap } from '@ringbinder/client';
import type { Category } from '@ringbinder/protocol';
import { explained } from '../binder/refusal.ts';

/** The groups that somebody puts binders into. */
export interface Categories {
  readonly list: ReadonlySignal<readonly Category[]>;
  /** Takes what the channel tells: of another device too. */
  receive(categories: readonly Category[]): void;
  /** These throw Refusal. */
  create(name: string): Promise<Category>;
  rename(id: number, name: string): Promise<void>;
  remove(id: number): Promise<void>;
  /** Puts a binder into a category, or out of all (null). */
  assign(binderId: string, id: number | null): Promise<void>;
}

const ME = { path: { user_id: 'me' } };

/** The categories of the signed-in user, by name. */
export function createCategories({ api }: RingbinderClient): Categories {
  const list = signal<readonly Category[]>([]);
  const set = (categories: readonly Category[]) => {
    list.value = categories.toSorted((one, other) => one.name.localeCompare(other.name));
  };
  return {
    list,
    receive: set,
    async create(name) {
      const made = await explained(unwrap(api.POST('/{user_id}/categories', { params: ME, body: { name } })));
      set([...list.peek(), made]);
      return made;
    },
    async rename(id, name) {
      await explained(unwrap(api.POST('/{user_id}/categories/rename', { params: ME, body: { id, name } })));
      set(list.peek().map((each) => (each.id === id ? { id, name } : each)));
    },
    async remove(id) {
      const params = { path: { user_id: 'me', category_id: id } };
      await explained(unwrap(api.DELETE('/{user_id}/categories/{category_id}', { params })));
      set(list.peek().filter((each) => each.id !== id));
    },
    async assign(binderId, id) {
      const params = { path: { user_id: 'me', category_id: id ?? 0 } };
      const body = { binders: [{ binder: { id: binderId } }] };
      await explained(unwrap(api.POST('/{user_id}/categories/{category_id}', { params, body })));
    },
  };
}
