declare const addEventListener: ((type: string, listener: () => void) => void) | undefined;
declare const removeEventListener: ((type: string, listener: () => void) => void) | undefined;

/**
 * Browsers report when the network goes and when it is back; then nobody waits for a timeout or for the next attempt. Returns
 * the function that ends it.
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
