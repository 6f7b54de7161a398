import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { BinderState } from '@ringbinder/client';

interface OptimisticChange<T> {
  apply(value: T): T;
}

export interface OptimisticValue<T> {
  readonly view: ReadonlySignal<T>;
  /** Shows the change until the log confirms it or the call fails. Rethrows the call's error. */
  perform<A>(change: {
    apply(value: T): T;
    call(): Promise<A>;
    isConfirmed(value: T, answer: A): boolean;
  }): Promise<A>;
}

export function createQueue(): <A>(call: () => Promise<A>) => Promise<A> {
  let last: Promise<unknown> = Promise.resolve();
  return (call) => {
    const result = last.then(call);
    last = result.catch(() => undefined);
    return result;
  };
}

export function createOptimistic<T>(base: ReadonlySignal<T>): OptimisticValue<T> {
  const pending = signal<readonly OptimisticChange<T>[]>([]);
  const view = computed(() => pending.value.reduce((value, change) => change.apply(value), base.value));
  const without = (change: OptimisticChange<T>) => {
    pending.value = pending.peek().filter((each) => each !== change);
  };
  return {
    view,
    async perform({ apply, call, isConfirmed }) {
      const change: OptimisticChange<T> = { apply };
      pending.value = [...pending.peek(), change];
      try {
        const answer = await call();
        whenever(
          base,
          (value) => isConfirmed(value, answer),
          () => without(change),
        );
        return answer;
      } catch (error) {
        without(change);
        throw error;
      }
    },
  };
}

export function whenever<T>(
  source: ReadonlySignal<T>,
  isMeant: (value: T) => boolean,
  act: () => void,
): void {
  const dispose = effect(() => {
    if (!isMeant(source.value)) return;
    untracked(act);
    // An effect cannot be disposed of during its first run.
    queueMicrotask(() => dispose());
  });
}

/** Log entries arrive in order, and each entry sets the binder's `updated_time`. */
export function isConfirmedAt(
  state: BinderState | undefined,
  { updated_time }: { updated_time: number },
): boolean {
  return state === undefined || state.binder.updated_time >= updated_time;
}
