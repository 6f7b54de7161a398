import { ServiceError } from './errors.ts';
import type { Theme } from './types.ts';

/** What each part may be. Nothing of it ends a declaration, names an address or asks for a variable. */
const PARTS: Record<keyof Theme, [form: RegExp, words: string]> = {
  accent: [
    /^(#[\da-f]{3,8}|(?!inherit|initial|unset|revert|currentcolor|transparent)[a-z]+|(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([\d\s.,%/+a-z-]+\))$/i,
    'a colour of CSS, like #1f3a8a',
  ],
  font: [/^[\w\s,'"-]{1,200}$/, 'names of fonts, separated by commas'],
  radius: [/^\d{1,2}(\.\d+)?(px|rem)?$/, 'a length like 8 or 0.5rem'],
  scheme: [/^(light|dark|auto)$/, 'light, dark or auto'],
};

/** How a theme is written as custom properties: `--service-accent`. */
const PROPERTY = '--service-';

/**
 * The theme of a module: what is given, or else the custom properties of the element that it stands in. Throws ServiceError
 * "invalid theme" for a part that is not one.
 */
export function readTheme(given: unknown, style: CSSStyleDeclaration): Theme {
  const all = (typeof given === 'object' && given) || {};
  for (const name of Object.keys(all)) if (!Object.hasOwn(PARTS, name)) throw refused(name, 'known');
  const theme: Record<string, string> = {};
  for (const [name, [form, words]] of Object.entries(PARTS)) {
    const own = (all as Record<string, unknown>)[name];
    const value = String(own ?? style.getPropertyValue(PROPERTY + name)).trim();
    if (value === '') continue;
    if (!form.test(value) || (name === 'accent' && !CSS.supports('color', value))) throw refused(name, words);
    theme[name] = value;
  }
  return theme;
}

const refused = (name: string, words: string) =>
  new ServiceError('invalid theme', `theme.${name} is not ${words}`);
