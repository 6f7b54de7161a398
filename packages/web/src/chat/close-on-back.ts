import { isInMemory } from '../address.ts';

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
