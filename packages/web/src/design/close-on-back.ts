import { isInMemory, overlays } from '../address.ts';

/**
 * Makes the browser's Back button close an overlay, with a history entry of its own. Call the returned function
 * when the overlay closes. Its entry then stays for the next overlay or address, and Back skips it: removing it
 * would race with a navigation.
 */
export function closeOnBack(close: () => void): () => void {
  if (isInMemory) return () => undefined;
  const { open, depth } = overlays;
  open.push(close);
  if (depth < open.length) {
    history.replaceState({ depth }, '');
    overlays.depth = depth + 1;
    history.pushState({ depth: depth + 1 }, '');
  }
  return () => {
    open.splice(open.indexOf(close), 1);
  };
}
