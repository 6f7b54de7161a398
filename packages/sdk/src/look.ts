import type { JsonOptions } from '@ringbinder/protocol/embed.ts';
import { readTheme } from './theme.ts';
import type { CallOptions } from './types.ts';

/** From here on a background is light: half of what white gives, as eyes see it. */
const LIGHT = 0.5;

/**
 * How a module is to look where it stands: its theme, light or dark as the page is there, and the direction of the text.
 * Throws ServiceError for a theme that is none.
 */
export function lookOf(element: Element, { theme: given, dir }: CallOptions): JsonOptions {
  const style = getComputedStyle(element);
  const { scheme = 'auto', ...theme } = readTheme(given, style);
  const direction = dir === 'rtl' || dir === 'ltr' ? dir : style.direction;
  return {
    theme: { ...theme, scheme: scheme === 'auto' ? schemeOf(element, style) : scheme },
    dir: direction,
  };
}

/** What the page says is there, or else what its background is: pages that have switches of their own seldom say it. */
function schemeOf(element: Element, { colorScheme }: CSSStyleDeclaration): 'light' | 'dark' {
  const schemes = colorScheme.match(/light|dark/g) ?? [];
  if (schemes.length > 1) return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  if (schemes[0]) return schemes[0] as 'light' | 'dark';
  for (let each: Element | null = element; each; each = each.parentElement) {
    const { backgroundColor } = getComputedStyle(each);
    const parts = backgroundColor.startsWith('rgb') ? backgroundColor.match(/[\d.]+/g) : null;
    const [red = 0, green = 0, blue = 0, alpha = 1] = parts?.map(Number) ?? [0, 0, 0, 0];
    if (alpha > 0.5) return (0.299 * red + 0.587 * green + 0.114 * blue) / 255 < LIGHT ? 'dark' : 'light';
  }
  return 'light';
}

/**
 * Calls `change` when the page around an element may have changed its looks: its attributes, its scheme, a change of
 * colour that has run its course.
 * @returns ends it
 */
export function followLook(element: Element, change: () => void): () => void {
  let frame = 0;
  const look = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(change);
  };
  const observer = new MutationObserver(look);
  for (let each: Element | null = element; each; each = each.parentElement)
    observer.observe(each, { attributes: true });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', look);
  addEventListener('transitionend', look);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    system.removeEventListener('change', look);
    removeEventListener('transitionend', look);
  };
}
