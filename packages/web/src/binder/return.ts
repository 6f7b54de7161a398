import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** The thing that was shown by itself last, by binder and section. */
const lastShown = new Map<string, { id: number; href: string }>();

/** Notes what is shown by itself, so that the list goes on at it afterwards. @param key names binder and section */
export function useShown(key: string, id: number, href: string): void {
  useLayoutEffect(() => {
    lastShown.set(key, { id, href });
  }, [key, id, href]);
}

export function lastShownId(key: string): number | undefined {
  return lastShown.get(key)?.id;
}

/** When a list is shown again, what was opened from it is in sight and has the focus. */
export function useReturn(key: string, list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const shown = lastShown.get(key);
    lastShown.delete(key);
    const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>('a[href]') ?? [])];
    const link = links.find((each) => each.getAttribute('href') === shown?.href);
    if (!link) return;
    link.scrollIntoView({ block: 'center' });
    link.focus({ preventScroll: true });
  }, []);
}
