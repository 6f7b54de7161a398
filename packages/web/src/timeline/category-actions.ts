import { unwrap } from '@ringbinder/client';
import type { Category } from '@ringbinder/protocol';
import { explained } from '../binder/refusal.ts';
import type { AppContext } from './context.ts';

type Parts = Pick<AppContext, 'client' | 'categories'>;

const ME = { path: { user_id: 'me' } };
const one = (id: number) => ({ path: { user_id: 'me', category_id: id } });

/** Throws a Refusal, like all functions in this file. */
export async function createCategory({ client, categories }: Parts, name: string): Promise<Category> {
  const call = client.api.POST('/{user_id}/categories', { params: ME, body: { name } });
  const made = await explained(unwrap(call));
  categories.receive([...categories.list.peek(), made]);
  return made;
}

export async function renameCategory({ client, categories }: Parts, id: number, name: string): Promise<void> {
  const call = client.api.POST('/{user_id}/categories/rename', { params: ME, body: { id, name } });
  await explained(unwrap(call));
  categories.receive(categories.list.peek().map((each) => (each.id === id ? { id, name } : each)));
}

export async function removeCategory({ client, categories }: Parts, id: number): Promise<void> {
  await explained(unwrap(client.api.DELETE('/{user_id}/categories/{category_id}', { params: one(id) })));
  categories.receive(categories.list.peek().filter((each) => each.id !== id));
}

/** @param id null to remove the binder from its category */
export async function assignCategory(
  { client: { api } }: Parts,
  binderId: string,
  id: number | null,
): Promise<void> {
  const body = { binders: [{ binder: { id: binderId } }] };
  await explained(unwrap(api.POST('/{user_id}/categories/{category_id}', { params: one(id ?? 0), body })));
}
