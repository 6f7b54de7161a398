export type Listener<T> = (event: T) => void;

export interface Listeners<T> {
  /** Returns the function that removes the listener. */
  add(listener: Listener<T>): () => void;
  emit(event: T): void;
}

export type ReportError = (error: unknown) => void;

/** An error of a listener is reported, and the others still run. A listener receives only later events. */
export function createListeners<T>(report: ReportError): Listeners<T> {
  const listeners = new Set<{ listener: Listener<T> }>();
  return {
    add(listener) {
      // The same function can be added twice and removed once.
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
