declare const addEventListener: ((type: string, listener: () => void) => void) | undefined;
declare const removeEventListener: ((type: string, listener: () => void) => void) | undefined;

/** Browsers tell when the network is back; then nobody waits for the next attempt. Gives the function that ends it. */
export function whenNetworkReturns(listener: () => void): () => void {
  if (typeof addEventListener === 'undefined') return () => undefined;
  addEventListener('online', listener);
  return () => removeEventListener?.('online', listener);
}
