import { isInMemory } from '../address.ts';

let entries = 0;

/**
 * Adds a history entry with the same address, so that Back closes an overlay. Call the result when the
 * overlay closes otherwise.
 */
export function closeOnBack(close: () => void): () => void {
  if (isInMemory) return () => undefined;
  // A reload preserves the state of an entry.
  const cover = `${performance.timeOrigin} ${++entries}`;
  const isCurrent = () => (history.state as { cover?: string } | null)?.cover === cover;
  const onPopState = () => {
    if (!isCurrent()) close();
  };
  history.pushState({ cover }, '');
  addEventListener('popstate', onPopState);
  return () => {
    removeEventListener('popstate', onPopState);
    if (isCurrent()) history.back();
  };
}
