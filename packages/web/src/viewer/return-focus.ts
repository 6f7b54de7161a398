import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

const first = (selector: string) => document.querySelector<HTMLElement>(selector);

export function useReturnedFocus(element: RefObject<HTMLElement | null>, selector?: string): void {
  const opener = useRef(document.activeElement as HTMLElement).current;
  useLayoutEffect(
    () => () => {
      if (!element.current?.contains(document.activeElement)) return;
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        if (selector) first(selector)?.focus();
        else opener.focus();
        if (document.activeElement === document.body) (first('.stage') ?? first('.viewer-more'))?.focus();
      });
    },
    [],
  );
}
