export type Listener<T> = (event: T) => void;

export interface Listeners<T> {
  /** Returns the function that removes the listener. */
  add(listener: Listener<T>): () => void;
  emit(event: T): void;
}

/** Receives errors that no caller can catch. */
export type ReportError = (error: unknown) => void;

/**
 * Creates a set of listeners. If one throws, the error is reported and the others still run. A listener receives only
 * events emitted after it was added.
 */
export function createListeners<T>(report: ReportError): Listeners<T> {
  const listeners = new Set<{ listener: Listener<T> }>();
  return {
    add(listener) {
      // The wrapper object allows the same function to be added twice and removed once.
      const entry = { listener };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    emit(event) {
      for (const entry of [...listeners]) {
        if (!listeners.has(entry)) continue;
        try {
          entry.listener(event);
        } catch (error) {
          report(error);
        }
      }
    },
  };
}
