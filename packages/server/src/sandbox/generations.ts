import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiError, unavailable } from '../errors.ts';
import type { LogBus } from '../log/index.ts';
import type { DatabasePool } from '../storage/pool.ts';

const RETRY_SECONDS = 1;

/** Ids can repeat after a reset, so statements of earlier generations could change new data. */
export interface Generations {
  run<T>(work: () => T): T;
  refusal(): ApiError | undefined;
  guard(pool: DatabasePool): DatabasePool;
  /** Listeners run in the generation of their subscription. */
  bind(bus: LogBus): LogBus;
  close(): void;
  drain(ms: number): Promise<boolean>;
  open(): void;
  /** The listener runs in the async context of its registration. */
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
      throw unavailable('the sandbox was reset during the call', RETRY_SECONDS);
    const refused = refusal();
    if (own !== undefined && refused) throw refused;
  }

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
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
            // A retry may run in a later generation.
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
