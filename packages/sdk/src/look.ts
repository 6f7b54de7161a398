import type { JsonOptions } from '@ringbinder/protocol/embed.ts';
import { ServiceError } from './errors.ts';
import type { CallOptions, Theme } from './types.ts';

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

/** What each part may be. Nothing of it ends a declaration, names an address or asks for a variable. */
const PARTS: Record<keyof Theme, RegExp> = {
  accent:
    /^(#[\da-f]{3,8}|(?!inherit|initial|unset|revert|currentcolor|transparent)[a-z]+|(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([\d\s.,%/+a-z-]+\))$/i,
  font: /^[\w\s,'"-]{1,200}$/,
  radius: /^\d{1,2}(\.\d+)?(px|rem)?$/,
  scheme: /^(light|dark|auto)$/,
};

/** How a theme is written as custom properties: `--service-accent`. */
const PROPERTY = '--service-';

/**
 * The theme of a module: what is given, or else the custom properties of the element that it stands in. Throws ServiceError
 * "invalid theme" for a part that is not one.
 */
function readTheme(given: unknown, style: CSSStyleDeclaration): Theme {
  const all = (typeof given === 'object' && given) || {};
  for (const name of Object.keys(all)) if (!Object.hasOwn(PARTS, name)) throw refused(name);
  const theme: Record<string, string> = {};
  for (const [name, form] of Object.entries(PARTS)) {
    const own = (all as Record<string, unknown>)[name];
    const value = String(own ?? style.getPropertyValue(PROPERTY + name)).trim();
    if (value === '') continue;
    if (!form.test(value) || (name === 'accent' && !CSS.supports('color', value))) throw refused(name);
    theme[name] = value;
  }
  return theme;
}

const refused = (name: string) => new ServiceError('invalid theme', `theme.${name} is not valid`);
