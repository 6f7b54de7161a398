/** Whether the browser has what the modules are made with: those of 2024 and later have. */
export function isBrowserSupported(): boolean {
  return (
    'WebSocket' in window &&
    'withResolvers' in Promise &&
    'groupBy' in Map &&
    CSS.supports('color', 'light-dark(red, blue)')
  );
}
