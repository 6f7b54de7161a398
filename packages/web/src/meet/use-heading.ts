import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * A heading that takes the focus when `isNew` becomes true, so that what came is read out from its beginning. In the page of somebody else it
 * does so only where the person is within already: it would scroll that page.
 */
export function useHeading(isNew = true): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isNew && document.hasFocus()) heading.current?.focus({ preventScroll: true });
  }, [isNew]);
  return heading;
}
