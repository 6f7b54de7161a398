import { signal } from '@preact/signals';

/** Where the browser is: path and query. */
export const address = signal({ path: location.pathname, query: location.search });
addEventListener('popstate', () => {
  address.value = { path: location.pathname, query: location.search };
});

/** Goes to an address of these pages, as a new entry of the history or in the place of the present one. */
export function goTo(target: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', target);
  else history.replaceState(null, '', target);
  address.value = { path: location.pathname, query: location.search };
}
