import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { BinderState } from '@ringbinder/client';

interface Echo<T> {
  apply(value: T): T;
}

/** A value from the log with local changes on top. */
export interface Echoes<T> {
  readonly view: ReadonlySignal<T>;
  /**
   * Applies a change at once and sends it. It is shown until the log confirms it or the call fails. Rethrows the call's
   * error.
   * @param isTold whether a value from the log contains the change, given the call's answer
   */
  perform<A>(change: {
    apply(value: T): T;
    call(): Promise<A>;
    isTold(value: T, answer: A): boolean;
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
export function createEchoes<T>(base: ReadonlySignal<T>): Echoes<T> {
  const echoes = signal<readonly Echo<T>[]>([]);
  const view = computed(() => echoes.value.reduce((value, echo) => echo.apply(value), base.value));
  const without = (echo: Echo<T>) => {
    echoes.value = echoes.peek().filter((each) => each !== echo);
  };
  return {
    view,
    async perform({ apply, call, isTold }) {
      const echo: Echo<T> = { apply };
      echoes.value = [...echoes.peek(), echo];
      try {
        const answer = await call();
        whenever(
          base,
          (value) => isTold(value, answer),
          () => without(echo),
        );
        return answer;
      } catch (error) {
        without(echo);
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

/** Whether the log has reached a time. Entries arrive in order, and each sets the binder's time. */
export function isToldAt(
  state: BinderState | undefined,
  { updated_time }: { updated_time: number },
): boolean {
  return state === undefined || state.binder.updated_time >= updated_time;
}
