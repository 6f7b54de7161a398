import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiError, unavailable } from '../errors.ts';
import type { LogBus } from '../log/index.ts';
import type { DatabasePool } from '../storage/pool.ts';

/** A reset takes less than this. */
const RETRY_SECONDS = 1;

/**
 * Separates work before a reset from work after it. Ids can repeat after a reset, so a call from before it could change
 * new data. Work therefore belongs to the generation in which it began, and its statements are rejected in any other.
 */
export interface Generations {
  /** Runs work in the current generation. Throws 503 during a reset. */
  run<T>(work: () => T): T;
  /** The error for work that starts during a reset; otherwise undefined. */
  refusal(): ApiError | undefined;
  /** Returns a database that checks the generation of its callers. Throws 503 for a caller of an earlier generation. */
  guard(pool: DatabasePool): DatabasePool;
  /** Returns a bus whose listeners run in the generation of their subscription, not in that of the caller of `wake`. */
  bind(bus: LogBus): LogBus;
  /** Ends the generation. No work starts until `open`. */
  close(): void;
  /** Waits for statements in progress. Returns false if they did not end in time. */
  drain(ms: number): Promise<boolean>;
  open(): void;
  /**
   * Calls `listener` when a new generation opens; returns a function that unsubscribes. The listener runs in the async
   * context of its registration, so that its work does not belong to the call that reset the sandbox.
   */
  onOpen(listener: () => void): () => void;
}

export function createGenerations(): Generations {
  const storage = new AsyncLocalStorage<number>();
  let current = 0;
  let closed: PromiseWithResolvers<void> | undefined;
  let running = 0;
  const listeners = new Set<() => void>();

  const refusal = () => (closed ? unavailable('the sandbox is being reset', RETRY_SECONDS) : undefined);

  function check(): void {
    const own = storage.getStore();
    if (own !== undefined && own !== current)
      throw unavailable('the sandbox was reset while this ran', RETRY_SECONDS);
    const refused = refusal();
    if (own !== undefined && refused) throw refused;
  }

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    // Work without a generation, such as the start of the server, waits for the end of the reset.
    if (storage.getStore() === undefined) await closed?.promise;
    check();
    running++;
    try {
      return await work();
    } finally {
      running--;
    }
  }

  return {
    run(work) {
      const refused = refusal();
      if (refused) throw refused;
      return storage.run(current, work);
    },
    refusal,
    guard: (pool) => ({
      ...pool,
      query: (text, values) => guarded(() => pool.query(text, values)),
      transaction: (work) =>
        guarded(() =>
          pool.transaction((tx) => {
            // A retry after a lost race may run in a later generation.
            if (storage.getStore() !== undefined && storage.getStore() !== current) check();
            return work(tx);
          }),
        ),
    }),
    bind: (bus) => ({
      wake: (id) => storage.exit(() => bus.wake(id)),
      subscribe: (id, listener) => bus.subscribe(id, AsyncLocalStorage.bind(listener)),
      subscribeAll: (listener) => bus.subscribeAll(AsyncLocalStorage.bind(listener)),
    }),
    close() {
      closed ??= Promise.withResolvers();
    },
    async drain(ms) {
      for (let waited = 0; running > 0; waited += 10) {
        if (waited >= ms) return false;
        await sleep(10);
      }
      return true;
    },
    open() {
      current++;
      const ended = closed;
      closed = undefined;
      ended?.resolve();
      for (const listener of listeners) listener();
    },
    onOpen(listener) {
      const bound = AsyncLocalStorage.bind(listener);
      listeners.add(bound);
      return () => void listeners.delete(bound);
    },
  };
}
