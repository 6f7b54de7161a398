import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Calls back when the element approaches the viewport, and after each render while it is near. */
export function useNear(reach: () => void): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && reach(),
      { rootMargin: '800px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  });
  return element;
}
