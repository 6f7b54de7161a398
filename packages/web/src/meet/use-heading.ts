import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Focuses the heading when `isNew` becomes true. In an embed, focusing would scroll the host page, so the
 * hook focuses the heading only if the frame already has the focus.
 */
export function useHeading(isNew = true): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isNew && document.hasFocus()) heading.current?.focus({ preventScroll: true });
  }, [isNew]);
  return heading;
}
