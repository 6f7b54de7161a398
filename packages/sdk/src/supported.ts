/** All browsers have had these features since 2024. */
export function isBrowserSupported(): boolean {
  return (
    'WebSocket' in window &&
    'withResolvers' in Promise &&
    'groupBy' in Map &&
    CSS.supports('color', 'light-dark(red, blue)')
  );
}
