import { effect, signal } from '@preact/signals';
import { RingbinderError, unwrap } from '@ringbinder/client';
import type { Todo } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { refusalOf } from '../binder/refusal.ts';
import { toastError } from '../design/toast.tsx';
import { storedValue } from '../stored-value.ts';

type Binder = Pick<BinderContext, 'id' | 'me' | 'client' | 'connection'>;

/** By the id of the to-do: true if it was completed, false if it was reopened. */
type Ticks = Readonly<Record<string, boolean>>;

export type UnsentTicks = ReturnType<typeof createUnsentTicks>;

const byBinder = new Map<string, UnsentTicks>();
const RETRY_MS = 10_000;

/** To-dos that were completed or reopened without a connection. Signing out deletes them. */
export function unsentTicksOf(binder: Binder): UnsentTicks {
  const key = `${binder.me.id}:${binder.id}`;
  const ticks = byBinder.get(key) ?? createUnsentTicks(binder);
  byBinder.set(key, ticks);
  return ticks;
}

export const isUnreachable = (error: unknown) => error instanceof RingbinderError && error.status === 0;

export async function sendTick(
  { client, id }: Pick<Binder, 'client' | 'id'>,
  todoId: number,
  completed: boolean,
) {
  const params = { path: { binder_id: id, todo_id: todoId } };
  const { todos } = await unwrap(
    client.api.POST('/{binder_id}/todos/{todo_id}', { params, body: { completed } }),
  );
  return todos[0] ?? { updated_time: 0 };
}

export function ticked({ completed_time: _, ...open }: Todo, completed: boolean): Todo {
  return completed ? { ...open, completed, completed_time: Date.now() } : { ...open, completed };
}

function createUnsentTicks(binder: Binder) {
  const stored = storedValue(`ringbinder-todos:${binder.me.id}:${binder.id}`);
  const ticks = signal((stored.read() ?? {}) as Ticks);
  let isSending = false;

  function change(next: Ticks): void {
    ticks.value = next;
    stored.write(Object.keys(next).length > 0 ? next : undefined);
  }
  function forget(id: number): void {
    if (!(id in ticks.peek())) return;
    const { [id]: _, ...others } = ticks.peek();
    change(others);
  }

  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (const key of Object.keys(ticks.peek())) {
      const id = Number(key);
      // The user may have changed it while the ones before were sent.
      const completed = ticks.peek()[id];
      if (completed === undefined) continue;
      try {
        await sendTick(binder, id, completed);
        if (ticks.peek()[id] === completed) forget(id);
      } catch (error) {
        if (isUnreachable(error)) break;
        forget(id);
        toastError(refusalOf(error).message);
      }
    }
    isSending = false;
    if (isWaiting()) setTimeout(() => isWaiting() && void sendAll(), RETRY_MS);
  }

  const isWaiting = () => binder.connection.value.status === 'online' && Object.keys(ticks.value).length > 0;
  effect(() => {
    if (isWaiting()) void sendAll();
  });

  return {
    add: (id: number, completed: boolean) => change({ ...ticks.peek(), [id]: completed }),
    forget,
    applyTo: (todos: readonly Todo[]): readonly Todo[] =>
      todos.map((todo) => {
        const completed = ticks.value[todo.id];
        return completed === undefined || completed === todo.completed ? todo : ticked(todo, completed);
      }),
  };
}
