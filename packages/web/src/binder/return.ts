import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

const lastOpened = new Map<string, { id: number; href: string }>();

/** When the user returns to the list, the link of the opened resource gets the focus. */
export function useOpened(key: string, id: number, href: string): void {
  useLayoutEffect(() => {
    lastOpened.set(key, { id, href });
  }, [key, id, href]);
}

export function lastOpenedId(key: string): number | undefined {
  return lastOpened.get(key)?.id;
}

export function useReturn(key: string, list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const opened = lastOpened.get(key);
    lastOpened.delete(key);
    const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>('a[href]') ?? [])];
    const link = links.find((each) => each.getAttribute('href') === opened?.href);
    if (!link) return;
    link.scrollIntoView({ block: 'center' });
    link.focus({ preventScroll: true });
  }, []);
}
