import { isInMemory, overlays } from '../address.ts';

/**
 * Lets the browser's Back button close an overlay. Call the returned function when the overlay closes.
 * The history entry then remains, because removing it would race with a navigation.
 */
export function closeOnBack(close: () => void): () => void {
  if (isInMemory) return () => undefined;
  const { open } = overlays;
  const closeOrStay = () => {
    close();
    // An overlay that refuses to close, such as a recording, needs a history entry again.
    setTimeout(addEntry);
  };
  open.push(closeOrStay);
  // Adding an entry takes some milliseconds, which would delay the overlay.
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
