import { useLayoutEffect, useRef } from 'preact/hooks';

export function useListFocus<L extends HTMLElement>(count: number) {
  const list = useRef<L>(null);
  const add = useRef<HTMLButtonElement>(null);
  const before = useRef(count);
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === document.body;
    if (count > before.current && (isLost || activeElement === add.current))
      list.current?.lastElementChild?.querySelector<HTMLElement>('input, select')?.focus();
    if (count < before.current && isLost) add.current?.focus();
    before.current = count;
  }, [count]);
  return { list, add };
}
