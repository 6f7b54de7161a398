import { signal } from '@preact/signals';

export const address = signal({ path: location.pathname, query: location.search });
addEventListener('popstate', () => {
  const { path, query } = address.value;
  if (path === location.pathname && query === location.search) return;
  address.value = { path: location.pathname, query: location.search };
});

let isInMemory = false;

/** From now on addresses live in memory only: inside a host page, the history belongs to that page. */
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
  if (how === 'push') history.pushState(null, '', target);
  else history.replaceState(null, '', target);
  address.value = { path: location.pathname, query: location.search };
}

let entries = 0;

/**
 * Adds an entry with the same address to the history, so that Back closes what covers the page. Call the returned function when it
 * was closed in another way.
 */
export function closeOnBack(close: () => void): () => void {
  if (isInMemory) return () => undefined;
  // The state of an entry outlives a reload.
  const cover = `${performance.timeOrigin} ${++entries}`;
  const isCurrent = () => (history.state as { cover?: string } | null)?.cover === cover;
  const onPopState = () => {
    if (!isCurrent()) close();
  };
  history.pushState({ cover }, '');
  addEventListener('popstate', onPopState);
  return () => {
    removeEventListener('popstate', onPopState);
    // A link may have led on.
    if (isCurrent()) history.back();
  };
}
