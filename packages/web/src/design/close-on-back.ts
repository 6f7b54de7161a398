import { useLayoutEffect } from 'preact/hooks';
import { isInMemory, overlays } from '../address.ts';
import { isTouch } from './touch.ts';

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
  const entry = overlays.entry || Date.now() * 100;
  if (entry % 100 >= overlays.open.length) return;
  history.replaceState(entry, '');
  overlays.entry = entry + 1;
  history.pushState(entry + 1, '');
}

/**
 * On touch devices, lets Back close a menu, popover or sheet. Elsewhere, Escape closes it, and its history
 * entry would only remove those that Forward leads to.
 */
export function useCloseOnBack(close: () => void): void {
  useLayoutEffect(() => (isTouch ? closeOnBack(close) : undefined), []);
}
