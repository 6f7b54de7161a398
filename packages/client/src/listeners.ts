export type Listener<T> = (event: T) => void;

export interface Listeners<T> {
  add(listener: Listener<T>): () => void;
  emit(event: T): void;
}

export type ReportError = (error: unknown) => void;

export function createListeners<T>(report: ReportError): Listeners<T> {
  const listeners = new Set<{ listener: Listener<T> }>();
  return {
    add(listener) {
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
