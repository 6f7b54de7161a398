import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** As the styles of the app have it, in CSS pixels; here it is the width of the viewer, which may be a part of a window. */
const MAX_NARROW = 704;

/** Whether an element has room for one thing beside the other, or for one row of buttons with a menu. */
export function useNarrow(of: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setIsNarrow] = useState(() => innerWidth <= MAX_NARROW);
  useLayoutEffect(() => {
    const { current } = of;
    if (!current) return;
    const measure = () => setIsNarrow(current.clientWidth <= MAX_NARROW);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return isNarrow;
}
