const LOOK_MS = 500;
/** A window that has done its work closes by itself, and its answer is on its way. */
const GRACE_MS = 1_500;

/**
 * Calls once a window is closed, as far as that can be seen: one that is cut off by Cross-Origin-Opener-Policy, of this page
 * or of the provider, seems to be closed as well. It has the focus, though; so it counts when that is back in this page.
 * @returns ends it
 */
export function watchClosing(opened: Window, closed: () => void): () => void {
  let timer = setInterval(() => {
    if (!opened.closed) return;
    clearInterval(timer);
    if (document.hasFocus()) wait();
    else addEventListener('focus', wait, { once: true });
  }, LOOK_MS);
  function wait(): void {
    timer = setTimeout(closed, GRACE_MS);
  }
  return () => {
    clearTimeout(timer);
    clearInterval(timer);
    removeEventListener('focus', wait);
  };
}
