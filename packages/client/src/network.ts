declare const addEventListener: ((type: string, listener: () => void) => void) | undefined;
declare const removeEventListener: ((type: string, listener: () => void) => void) | undefined;

export function followNetwork(listener: { onLost(): void; onReturned(): void }): () => void {
  if (typeof addEventListener !== 'function') return () => undefined;
  addEventListener('online', listener.onReturned);
  addEventListener('offline', listener.onLost);
  return () => {
    removeEventListener?.('online', listener.onReturned);
    removeEventListener?.('offline', listener.onLost);
  };
}
