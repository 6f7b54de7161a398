import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Focuses the heading when `isNew` becomes true. In an embed, only a focused frame does so, because focusing
 * scrolls the host page.
 */
export function useHeading(isNew = true): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isNew && document.hasFocus()) heading.current?.focus({ preventScroll: true });
  }, [isNew]);
  return heading;
}
