import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Focuses the heading when `isNew` becomes true. In an embed, does so only if the frame has the focus, because
 * focusing scrolls the host page.
 */
export function useHeading(isNew = true): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isNew && document.hasFocus()) heading.current?.focus({ preventScroll: true });
  }, [isNew]);
  return heading;
}
