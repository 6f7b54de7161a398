import type { JsonOptions } from '@ringbinder/protocol/embed.ts';
import { ServiceError } from './errors.ts';
import type { CallOptions, Theme } from './types.ts';

/** Backgrounds with a lower perceived luminance (0 to 1) count as dark. */
const LIGHT = 0.5;

/** Throws ServiceError for an invalid theme. */
export function appearanceOf(element: Element, { theme: themeOption, dir }: CallOptions): JsonOptions {
  const style = getComputedStyle(element);
  const { scheme = 'auto', ...theme } = readTheme(themeOption, style);
  const direction = dir === 'rtl' || dir === 'ltr' ? dir : style.direction;
  return {
    theme: { ...theme, scheme: scheme === 'auto' ? schemeOf(element, style) : scheme },
    dir: direction,
  };
}

/**
 * Returns the page's declared `color-scheme`. Pages with a theme switch seldom declare one, so the background colour
 * decides otherwise.
 */
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
 * Calls `change` when the appearance may have changed: after changes of attributes or the scheme, and after colour
 * transitions.
 * @returns stops observing
 */
export function observeAppearance(element: Element, change: () => void): () => void {
  let frame = 0;
  const schedule = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(change);
  };
  const observer = new MutationObserver(schedule);
  for (let each: Element | null = element; each; each = each.parentElement)
    observer.observe(each, { attributes: true });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', schedule);
  addEventListener('transitionend', schedule);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    system.removeEventListener('change', schedule);
    removeEventListener('transitionend', schedule);
  };
}

/** Patterns of valid values. No match can end a CSS declaration, contain an address or refer to a variable. */
const COLOUR =
  /^(#[\da-f]{3,8}|(?!inherit|initial|unset|revert|currentcolor|transparent)[a-z]+|(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([\d\s.,%/+a-z-]+\))$/i;
const PARTS: Record<keyof Theme, RegExp> = {
  accent: COLOUR,
  background: COLOUR,
  surface: COLOUR,
  border: COLOUR,
  density: /^(comfortable|compact)$/,
  font: /^[\w\s,'"-]{1,200}$/,
  radius: /^\d{1,2}(\.\d+)?(px|rem)?$/,
  scheme: /^(light|dark|auto)$/,
};

const PROPERTY = '--service-';

/**
 * Reads the theme from the option, or else from the custom properties of the element. Throws ServiceError "invalid
 * theme" for an invalid part.
 */
function readTheme(themeOption: unknown, style: CSSStyleDeclaration): Theme {
  const all = (typeof themeOption === 'object' && themeOption) || {};
  for (const name of Object.keys(all)) if (!Object.hasOwn(PARTS, name)) throw refused(name);
  const theme: Record<string, string> = {};
  for (const [name, form] of Object.entries(PARTS)) {
    const own = (all as Record<string, unknown>)[name];
    const value = String(own ?? style.getPropertyValue(PROPERTY + name)).trim();
    if (value === '') continue;
    if (!form.test(value) || (form === COLOUR && !CSS.supports('color', value))) throw refused(name);
    theme[name] = value;
  }
  return theme;
}

const refused = (name: string) => new ServiceError('invalid theme', `theme.${name} is not valid`);
