import { ServiceError } from './errors.ts';
import type { Theme } from './types.ts';

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
export function readTheme(given: unknown, style: CSSStyleDeclaration): Theme {
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
