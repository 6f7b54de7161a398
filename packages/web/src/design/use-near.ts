import type { RefObject } from 'preact';
import { type Inputs, useEffect, useRef } from 'preact/hooks';

/**
 * Calls `reach` when the element approaches the viewport. While the element is near, each render that changes
 * `inputs` calls `reach` again. Without `inputs`, every render does.
 */
export function useNear(reach: () => void, inputs?: Inputs): RefObject<HTMLDivElement | null> {
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
  }, inputs);
  return element;
}
