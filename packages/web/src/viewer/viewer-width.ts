import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

export type ViewerWidth = 'narrow' | 'medium' | 'wide';

/** In CSS pixels, like the app's breakpoint of 44rem. */
const MAX_NARROW = 704;
const MAX_MEDIUM = 1_080;

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
