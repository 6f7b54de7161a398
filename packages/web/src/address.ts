import { signal } from '@preact/signals';

export const address = signal({ path: location.pathname, query: location.search });
addEventListener('popstate', () => {
  const { path, query } = address.value;
  if (path === location.pathname && query === location.search) return;
  address.value = { path: location.pathname, query: location.search };
});

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
  if (how === 'push') history.pushState(null, '', target);
  else history.replaceState(null, '', target);
  address.value = { path: location.pathname, query: location.search };
}
