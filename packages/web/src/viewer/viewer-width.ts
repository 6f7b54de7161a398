import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Layouts: a row with a menu, buttons without labels, or everything. */
export type ViewerWidth = 'narrow' | 'medium' | 'wide';

/**
 * In CSS pixels. The first matches the app's breakpoint, but applies to the viewer, which may be narrower than the
 * window.
 */
const MAX_NARROW = 704;
const MAX_MEDIUM = 1_080;

/** An element's width class; re-renders on changes. */
export function useViewerWidth(of: RefObject<HTMLElement | null>): ViewerWidth {
  const [width, setWidth] = useState(() => widthOf(innerWidth));
  useLayoutEffect(() => {
    const { current } = of;
    if (!current) return;
    const measure = () => setWidth(widthOf(current.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return width;
}

function widthOf(pixels: number): ViewerWidth {
  if (pixels <= MAX_NARROW) return 'narrow';
  return pixels <= MAX_MEDIUM ? 'medium' : 'wide';
}
