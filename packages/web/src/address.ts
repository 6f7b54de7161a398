import { signal } from '@preact/signals';

export const address = signal({ path: location.pathname, query: location.search });

export let isInMemory = false;

export const overlays = {
  /** Functions that close the open overlays, innermost last. */
  open: [] as (() => void)[],
  /** State of the history entry. Its last two digits count the overlay entries up to and including it. */
  entry: 0,
};

readState();

/** Earlier releases stored objects. */
function readState(): void {
  overlays.entry = Number.isInteger(history.state) ? history.state : 0;
}

function readEntry({ pathname: path, search: query }: Location | URL): void {
  readState();
  if (path !== address.peek().path || query !== address.peek().query) address.value = { path, query };
}

addEventListener('popstate', () => {
  if (isInMemory) return;
  if (history.state !== overlays.entry - 1) {
    readEntry(location);
    return;
  }
  // The page may have been turned since the entry was added.
  const { path, query } = address.peek();
  goTo(path + query, 'replace');
  const close = overlays.open.at(-1);
  if (close) close();
  else history.back();
});

/** Keeps addresses in memory, because an embedded module's browser history belongs to the host page. */
export function keepInMemory(path: string): void {
  isInMemory = true;
  goTo(path);
}

export function goTo(target: string, how?: 'replace'): void {
  const method = how || overlays.entry % 100 > 0 ? 'replaceState' : 'pushState';
  try {
    if (!isInMemory) history[method](how ? history.state : null, '', target);
  } catch {
    // Safari refuses more than 100 changes in 30 seconds.
  }
  readEntry(new URL(target, location.href));
}
