/** Hears of events of one kind. */
export type Listener<T> = (event: T) => void;

/** Those who hear of events of one kind. */
export interface Listeners<T> {
  /** Adds one; gives the function that takes it off. */
  add(listener: Listener<T>): () => void;
  tell(event: T): void;
}

/** What is told of an error that nobody awaits. */
export type ReportError = (error: unknown) => void;

/**
 * Makes a set of listeners. One that throws is reported and disturbs no other, and none hears of an event that came
 * before it was added.
 */
export function createListeners<T>(report: ReportError): Listeners<T> {
  const listeners = new Set<{ hear: Listener<T> }>();
  return {
    add(hear) {
      // The same function may be added twice, and be taken off once.
      const entry = { hear };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    tell(event) {
      for (const entry of [...listeners]) {
        if (!listeners.has(entry)) continue;
        try {
          entry.hear(event);
        } catch (error) {
          report(error);
        }
      }
    },
  };
}
