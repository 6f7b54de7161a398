import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** How much the viewer has beside each other: a row of buttons with a menu, buttons without their names, all of it. */
export type ViewerWidth = 'narrow' | 'medium' | 'wide';

/** In CSS pixels. The first is that of the styles of the app; here it is of the viewer, which may be a part of a window. */
const MAX_NARROW = 704;
const MAX_MEDIUM = 1_080;

/** How wide an element is, and draws anew when that has changed. */
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
