import { signal } from '@preact/signals';

export const address = signal({ path: location.pathname, query: location.search });

export let isInMemory = false;

export const overlays = {
  /** Functions that close the open overlays, innermost last. */
  open: [] as (() => void)[],
  depth: 0,
};

function readDepth(): void {
  overlays.depth = history.state?.depth ?? 0;
}
readDepth();

function readEntry({ pathname: path, search: query }: Location | URL): void {
  readDepth();
  if (path !== address.peek().path || query !== address.peek().query) address.value = { path, query };
}

addEventListener('popstate', () => {
  if (isInMemory) return;
  const from = address.peek();
  const { depth: before } = overlays;
  readEntry(location);
  // A link to a fragment creates an entry without a state, and must not close an overlay.
  if (address.peek() !== from || !history.state || overlays.depth >= before) return;
  if (before > overlays.open.length) history.back();
  else overlays.open.at(-1)?.();
});

/** Keeps addresses in memory, because an embedded module's browser history belongs to the host page. */
export function keepInMemory(path: string): void {
  isInMemory = true;
  goTo(path);
}

export function goTo(target: string, how?: 'replace'): void {
  const method = how || overlays.depth > 0 ? 'replaceState' : 'pushState';
  try {
    if (!isInMemory) history[method](null, '', target);
  } catch {
    // Safari refuses more than 100 changes in 30 seconds.
  }
  readEntry(new URL(target, location.href));
}
