import { isInMemory, overlays } from '../address.ts';

/**
 * Lets the browser's Back button close an overlay. Call the returned function when the overlay closes. The
 * history entry then remains, because removing it would race with a navigation. The Back button skips the
 * entry, and the next overlay or address reuses it.
 */
export function closeOnBack(close: () => void): () => void {
  if (isInMemory) return () => undefined;
  const { open } = overlays;
  const closeOrStay = () => {
    close();
    // An overlay that refuses to close, such as a recording, needs its history entry again.
    setTimeout(addEntry);
  };
  open.push(closeOrStay);
  // Add the entry after the overlay is drawn, because adding takes some milliseconds.
  setTimeout(addEntry);
  return () => {
    open.splice(open.indexOf(closeOrStay), 1);
  };
}

function addEntry(): void {
  const { open, depth } = overlays;
  if (depth >= open.length) return;
  history.replaceState({ depth }, '');
  overlays.depth = depth + 1;
  history.pushState({ depth: depth + 1 }, '');
}
