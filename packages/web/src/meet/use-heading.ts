import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Focusing scrolls the host page of an embed, so only a focused frame does it. */
export function useHeading(isNew = true): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isNew && document.hasFocus()) heading.current?.focus({ preventScroll: true });
  }, [isNew]);
  return heading;
}
