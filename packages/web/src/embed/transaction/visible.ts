/** How well a button is seen: not long enough to have been read, whole, or not. */
export type Sight = 'early' | 'clear' | 'covered';

/** As long as it has to be seen whole before a press of it counts. */
const READ_MS = 500;
/** The least that browsers take for looking at what lies over it. */
const LOOK_MS = 100;
/** Of its area; a fraction of a pixel may be cut off. */
const WHOLE = 0.95;

/** What the second version of the observer has, in Chromium: whether something lies over it or alters it. */
interface LookingInit extends IntersectionObserverInit {
  trackVisibility: true;
  delay: number;
}

/**
 * Watches whether a button is seen, so that nobody is led to press what lies invisible under the pointer (docs/decisions/
 * transactions.md). Where the browser cannot tell what lies over it, being scrolled into view has to do.
 * @returns ends it
 */
export function watchSight(element: HTMLElement, tell: (sight: Sight) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const options: LookingInit = { threshold: [0, WHOLE], trackVisibility: true, delay: LOOK_MS };
  const observer = new IntersectionObserver((entries) => {
    const entry = entries.at(-1) as (IntersectionObserverEntry & { isVisible?: boolean }) | undefined;
    const isSeen = entry !== undefined && entry.intersectionRatio >= WHOLE && entry.isVisible !== false;
    clearTimeout(timer);
    tell(isSeen ? 'early' : 'covered');
    if (isSeen) timer = setTimeout(() => tell('clear'), READ_MS);
  }, options);
  observer.observe(element);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
