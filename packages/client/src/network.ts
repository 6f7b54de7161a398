declare const addEventListener: ((type: string, listener: () => void) => void) | undefined;
declare const removeEventListener: ((type: string, listener: () => void) => void) | undefined;

/**
 * Reports a lost or returned network, so that callers need not wait for a timeout. Does nothing outside browsers.
 * Returns the function that stops it.
 */
export function followNetwork(listener: { onLost(): void; onReturned(): void }): () => void {
  if (typeof addEventListener !== 'function') return () => undefined;
  addEventListener('online', listener.onReturned);
  addEventListener('offline', listener.onLost);
  return () => {
    removeEventListener?.('online', listener.onReturned);
    removeEventListener?.('offline', listener.onLost);
  };
}
