import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { BinderState } from '@ringbinder/client';

interface Echo<T> {
  apply(value: T): T;
}

/** What is shown of something: what the log tells, and changes of one's own on top. */
export interface Echoes<T> {
  readonly view: ReadonlySignal<T>;
  /**
   * Shows a change at once and makes it by a call. It is shown until the log tells of it, or not any more when the call
   * fails, which is thrown.
   * @param isTold whether a value that the log told has the change, as the call answered it
   */
  perform<A>(change: {
    apply(value: T): T;
    call(): Promise<A>;
    isTold(value: T, answer: A): boolean;
  }): Promise<A>;
}

/** Calls functions one after the other, so that what was done first is done first by the server too. */
export function createQueue(): <A>(call: () => Promise<A>) => Promise<A> {
  let last: Promise<unknown> = Promise.resolve();
  return (call) => {
    const result = last.then(call);
    last = result.catch(() => undefined);
    return result;
  };
}

/** Keeps changes of one's own on top of what the log tells, in the order in which they were made. */
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

/** Calls a function once, as soon as a signal has a value of a kind. */
export function whenever<T>(
  source: ReadonlySignal<T>,
  isMeant: (value: T) => boolean,
  act: () => void,
): void {
  const dispose = effect(() => {
    if (!isMeant(source.value)) return;
    untracked(act);
    // An effect cannot be disposed of while it runs for the first time.
    queueMicrotask(() => dispose());
  });
}

/** Whether what a call changed at a time is told of: entries come in order, and each sets the time of the binder. */
export function isToldAt(
  state: BinderState | undefined,
  { updated_time }: { updated_time: number },
): boolean {
  return state === undefined || state.binder.updated_time >= updated_time;
}
