import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

export function useRowFocus(list: RefObject<HTMLElement | null>, length: number): void {
  const last = useRef<{ index: number; control: string }>(undefined);
  useEffect(() => {
    const { current: element } = list;
    const note = (event: FocusEvent) => {
      const control = (event.target as HTMLElement).dataset.control;
      const row = (event.target as HTMLElement).closest('li');
      if (!element || !row || control === undefined) return;
      last.current = { index: [...element.children].indexOf(row), control };
    };
    element?.addEventListener('focusin', note);
    return () => element?.removeEventListener('focusin', note);
  }, []);
  useLayoutEffect(() => {
    const { current: element } = list;
    if (!element || !last.current || length === 0) return;
    if (document.activeElement !== document.body) return;
    const { index, control } = last.current;
    const row = element.children[Math.min(index, length - 1)];
    row?.querySelector<HTMLElement>(`[data-control="${control}"]`)?.focus();
  }, [length]);
}
