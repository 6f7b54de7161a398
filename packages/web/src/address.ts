import { signal } from '@preact/signals';

export const address = signal({ path: '', query: '' });

/** Each closes an open overlay. The innermost is last. */
const overlays: (() => void)[] = [];
/** Number of history entries of overlays, up to the current one. */
let depth = 0;

function readEntry(): void {
  const { pathname: path, search: query } = location;
  depth = (history.state as { depth: number } | null)?.depth ?? 0;
  if (path !== address.peek().path || query !== address.peek().query) address.value = { path, query };
}
readEntry();

addEventListener('popstate', () => {
  const from = address.peek();
  const before = depth;
  readEntry();
  // A link to a fragment adds an entry without a state.
  if (address.peek() !== from || !history.state || depth >= before) return;
  if (before > overlays.length) history.back();
  else overlays.at(-1)?.();
});

/**
 * Makes the browser's Back button close an overlay, with a history entry of its own. Call the returned function
 * when the overlay closes. Its entry then stays for the next overlay or address, and Back skips it: removing it
 * would race with a navigation.
 */
export function closeOnBack(close: () => void): () => void {
  if (isInMemory) return () => undefined;
  overlays.push(close);
  if (depth < overlays.length) {
    history.replaceState({ depth }, '');
    history.pushState({ depth: ++depth }, '');
  }
  return () => {
    overlays.splice(overlays.indexOf(close), 1);
  };
}

export let isInMemory = false;

/** Keeps addresses in memory, because the browser history belongs to the host page. */
export function keepInMemory(path: string): void {
  isInMemory = true;
  goTo(path);
}

export function goTo(target: string, how: 'push' | 'replace' = 'push'): void {
  if (isInMemory) {
    const { pathname: path, search: query } = new URL(target, location.origin);
    address.value = { path, query };
    return;
  }
  // A new address takes the entry of an overlay.
  if (how === 'replace' || depth > 0) history.replaceState(null, '', target);
  else history.pushState(null, '', target);
  readEntry();
}
