import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { BinderState } from '@ringbinder/client';

interface OptimisticChange<T> {
  apply(value: T): T;
}

/** A value from the log with local changes on top. */
export interface OptimisticValue<T> {
  readonly view: ReadonlySignal<T>;
  /**
   * Applies a change locally and sends it. The change stays visible until the log confirms it or the call fails.
   * Rethrows the call's error.
   * @param isConfirmed whether a value from the log contains the change, given the call's response
   */
  perform<A>(change: {
    apply(value: T): T;
    call(): Promise<A>;
    isConfirmed(value: T, answer: A): boolean;
  }): Promise<A>;
}

/** Runs calls in sequence, so that the server sees them in order. */
export function createQueue(): <A>(call: () => Promise<A>) => Promise<A> {
  let last: Promise<unknown> = Promise.resolve();
  return (call) => {
    const result = last.then(call);
    last = result.catch(() => undefined);
    return result;
  };
}

/** Lays local changes over the log's state, in the order they were made. */
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

/** Calls a function once, when the signal first has a matching value. */
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

/**
 * Whether the state contains the change made at `updated_time`: entries arrive in order, and each sets the binder's
 * time. True without a state.
 */
export function isConfirmedAt(
  state: BinderState | undefined,
  { updated_time }: { updated_time: number },
): boolean {
  return state === undefined || state.binder.updated_time >= updated_time;
}
