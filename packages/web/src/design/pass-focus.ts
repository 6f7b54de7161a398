import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** @param find is called in the next frame, after the replacement is drawn */
export function usePassedFocus(element: RefObject<HTMLElement | null>, find: () => HTMLElement | null): void {
  useLayoutEffect(
    () => () => {
      if (!element.current?.contains(document.activeElement)) return;
      requestAnimationFrame(() => {
        // A modal that closes in the same frame focuses a heading.
        if (document.activeElement?.matches('body, #title, #section-title')) find()?.focus();
      });
    },
    [],
  );
}
