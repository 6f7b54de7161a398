import { signal } from '@preact/signals';

export const address = signal({ path: location.pathname, query: location.search });
addEventListener('popstate', () => {
  address.value = { path: location.pathname, query: location.search };
});

let isInMemory = false;

/** From now on addresses are kept here alone: within a page of somebody else the history is theirs. @param path where to begin */
export function keepInMemory(path: string): void {
  isInMemory = true;
  goTo(path);
}

/** Goes to an address of these pages, as a new entry of the history or in the place of the present one. */
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
