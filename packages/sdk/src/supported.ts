/** Returns whether the browser has the required features, which all browsers have had since 2024. */
export function isBrowserSupported(): boolean {
  return (
    'WebSocket' in window &&
    'withResolvers' in Promise &&
    'groupBy' in Map &&
    CSS.supports('color', 'light-dark(red, blue)')
  );
}
