export function isBrowserSupported(): boolean {
  return (
    'WebSocket' in window &&
    'withResolvers' in Promise &&
    'groupBy' in Map &&
    CSS.supports('color', 'light-dark(red, blue)')
  );
}
