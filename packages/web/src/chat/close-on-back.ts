import { isInMemory } from '../address.ts';

let entries = 0;

/**
 * Makes the browser's Back button close an overlay. Call the returned function when the overlay closes in
 * another way.
 */
export function closeOnBack(close: () => void): () => void {
  if (isInMemory) return () => undefined;
  // History entries retain their state after a reload, so the counter alone is not unique.
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
