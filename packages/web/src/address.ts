import { signal } from '@preact/signals';

export const address = signal({ path: '', query: '' });

/** Functions that close the open overlays, innermost last. */
const overlays: (() => void)[] = [];
/** Number of overlay entries in the browser history, up to the current entry. */
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
 * Adds a history entry for an overlay, so that the browser's Back button closes it. Call the returned
 * function when the overlay closes. The entry then remains, because removing it would race with a navigation.
 * Back skips it, and the next overlay or address reuses it.
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
  // A new address replaces the entry of an overlay.
  if (how === 'replace' || depth > 0) history.replaceState(null, '', target);
  else history.pushState(null, '', target);
  readEntry();
}
