/**
 * Wakes the readers of binder logs. A wake-up carries no content and may be lost: a reader always reads the log itself.
 */
export interface LogBus {
  /** Tells that a binder's log has grown. */
  wake(binderId: string): void;
  /** Calls `listener` at each wake-up of the binder until the returned function is called. */
  subscribe(binderId: string, listener: () => void): () => void;
  /** Calls `listener` at each wake-up of any binder until the returned function is called. */
  subscribeAll(listener: (binderId: string) => void): () => void;
}

/** A bus inside this process. */
export function createProcessBus(): LogBus {
  const listeners = new Map<string, Set<() => void>>();
  const listenersToAll = new Set<(binderId: string) => void>();
  return {
    wake(binderId) {
      for (const listener of listeners.get(binderId) ?? []) listener();
      for (const listener of listenersToAll) listener(binderId);
    },
    subscribe(binderId, listener) {
      const own = listeners.get(binderId) ?? new Set();
      listeners.set(binderId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(binderId) === own) listeners.delete(binderId);
      };
    },
    subscribeAll(listener) {
      listenersToAll.add(listener);
      return () => void listenersToAll.delete(listener);
    },
  };
}
