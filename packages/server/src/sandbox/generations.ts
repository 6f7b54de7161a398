import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiError, unavailable } from '../errors.ts';
import type { LogBus } from '../log/index.ts';
import type { DatabasePool } from '../storage/pool.ts';

/** Seconds after which a call is worth trying again. A reset takes less. */
const RETRY_SECONDS = 1;

/**
 * What of a sandbox is from before and what from after a reset. Ids may be the same afterwards, so a call that began
 * before could change what is new: whatever runs belongs to the generation in which it began, and none of its
 * statements begins in another one.
 */
export interface Generations {
  /** Runs what belongs to the generation of now. Throws 503 while there is none. */
  run<T>(work: () => T): T;
  /** Why nothing can begin now; undefined when it can. */
  refusal(): ApiError | undefined;
  /** The database as those see it who belong to a generation. */
  guard(pool: DatabasePool): DatabasePool;
  /** The bus whose listeners belong to the generation in which they began to listen, not to that of who wakes them. */
  bind(bus: LogBus): LogBus;
  /** Ends the generation: nothing begins until `open`. */
  close(): void;
  /** Waits until what was under way has ended. Gives whether it did in time. */
  drain(ms: number): Promise<boolean>;
  /** Begins another generation. */
  open(): void;
  /**
   * Calls `listener` when another one has begun, until the returned function is called. It runs in the async context of its
   * registration: whatever it starts does not belong to the call that reset the sandbox.
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
    // What belongs to none (the start of the server) waits.
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
            // One that lost a race begins again, perhaps in another generation.
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
