import { signal } from '@preact/signals';
import { unwrap } from '@ringbinder/client';
import type { HomeTodo } from '@ringbinder/protocol';
import { createQueue } from '../binder/optimistic.ts';
import { refusalOf } from '../binder/refusal.ts';
import { dueTimeOf } from '../design/due-state.ts';
import { toastError } from '../design/toast.tsx';
import type { AppContext } from '../timeline/context.ts';
import type { HomeStore } from './store.ts';

/** Time for which completed to-dos stay in place and are easy to restore. */
const LINGER_MS = 2_500;

export interface CheckedTodo {
  item: HomeTodo;
  completed: boolean;
}

const checked = signal<ReadonlyMap<string, CheckedTodo>>(new Map());
const inTurn = createQueue();

export const keyOf = ({ binder, todo }: HomeTodo): string => `${binder.id}/${todo.id}`;

export async function complete(
  { client }: Pick<AppContext, 'client'>,
  store: HomeStore,
  item: HomeTodo,
  completed: boolean,
): Promise<void> {
  const key = keyOf(item);
  const change: CheckedTodo = { item, completed };
  checked.value = new Map(checked.value).set(key, change);
  const forget = () => {
    if (checked.value.get(key) !== change) return;
    const others = new Map(checked.value);
    others.delete(key);
    checked.value = others;
  };
  const path = { binder_id: item.binder.id, todo_id: item.todo.id };
  try {
    await inTurn(() =>
      unwrap(client.api.POST('/{binder_id}/todos/{todo_id}', { params: { path }, body: { completed } })),
    );
    setTimeout(() => void store.load().then(forget), LINGER_MS);
  } catch (error) {
    forget();
    toastError(refusalOf(error).message);
  }
}

export function withCompleted(items: readonly HomeTodo[]): readonly CheckedTodo[] {
  const byKey = new Map(items.map((item) => [keyOf(item), { item, completed: false }]));
  return [...new Map([...byKey, ...checked.value]).values()].toSorted(
    ({ item: one }, { item: other }) =>
      dueOf(one) - dueOf(other) || compare(one.binder.id, other.binder.id) || one.todo.id - other.todo.id,
  );
}

const dueOf = ({ todo }: HomeTodo): number => dueTimeOf(todo) ?? Number.MAX_SAFE_INTEGER;

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
