/** `early`: visible, but not long enough to be read. */
export type Visibility = 'early' | 'clear' | 'covered';

const READ_MS = 500;
/** Minimum delay that browsers require for occlusion checks. */
const LOOK_MS = 100;
/** Less than 1, because a fraction of a pixel may be clipped. */
const WHOLE = 0.95;

interface LookingInit extends IntersectionObserverInit {
  trackVisibility: true;
  delay: number;
}

/**
 * Protects a button against clickjacking (docs/decisions/transactions.md). In browsers without occlusion
 * detection, being in view suffices.
 */
export function watchVisibility(
  element: HTMLElement,
  onChange: (visibility: Visibility) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const options: LookingInit = { threshold: [0, WHOLE], trackVisibility: true, delay: LOOK_MS };
  const observer = new IntersectionObserver((entries) => {
    const entry = entries.at(-1) as (IntersectionObserverEntry & { isVisible?: boolean }) | undefined;
    const isSeen = entry !== undefined && entry.intersectionRatio >= WHOLE && entry.isVisible !== false;
    clearTimeout(timer);
    onChange(isSeen ? 'early' : 'covered');
    if (isSeen) timer = setTimeout(() => onChange('clear'), READ_MS);
  }, options);
  observer.observe(element);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
