import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/**
 * When something goes away that has the focus, something else gets it: who uses keys would begin at the top of the page.
 * @param find gives it; asked in the frame after, when what takes its place is drawn
 */
export function usePassedFocus(element: RefObject<HTMLElement | null>, find: () => HTMLElement | null): void {
  useLayoutEffect(
    () => () => {
      if (!element.current?.contains(document.activeElement)) return;
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) find()?.focus();
      });
    },
    [],
  );
}
