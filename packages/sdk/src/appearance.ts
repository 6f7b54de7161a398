import type { JsonOptions } from '@ringbinder/protocol/embed.ts';
import { ServiceError } from './errors.ts';
import type { CallOptions, Theme } from './types.ts';

const LIGHT = 0.5;

export function appearanceOf(element: Element, { theme: themeOption, dir }: CallOptions): JsonOptions {
  const style = getComputedStyle(element);
  const { light, dark, ...theme } = readTheme(themeOption, style);
  const scheme =
    theme.scheme === 'light' || theme.scheme === 'dark' ? theme.scheme : schemeOf(element, style);
  const direction = dir === 'rtl' || dir === 'ltr' ? dir : style.direction;
  return { theme: { ...theme, ...(scheme === 'dark' ? dark : light), scheme }, dir: direction };
}

/** Many pages with a theme switch declare no `color-scheme`, so the brightness of the background decides. */
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

/** Excludes colours that depend on other elements, and escapes, which could hide a reference. */
const COLOUR = /^(?!in[hi]|un|rev|tr|.*(--|\\|currentc|(attr|env|if)\())/is;
/** A valid value cannot end a declaration, contain a URL or refer to a variable. */
const PARTS: Readonly<Record<string, RegExp>> = {
  accent: COLOUR,
  background: COLOUR,
  surface: COLOUR,
  border: COLOUR,
  density: /^(comfortable|compact)$/,
  font: /^[\w\s,'"-]{1,200}$/,
  radius: /^\d{1,2}(\.\d+)?(px|rem)?$/,
  scheme: /^(light|dark|auto)$/,
} satisfies Record<Exclude<keyof Theme, 'light' | 'dark'>, RegExp>;

/**
 * Throws ServiceError with the code `invalid theme`.
 * @param style undefined for `light` and `dark`, which contain only colours
 */
function readTheme(given: unknown, style?: CSSStyleDeclaration, path = 'theme.'): Theme {
  const all = ((typeof given === 'object' && given) || {}) as Record<string, unknown>;
  const theme: Record<string, unknown> = {};
  for (const name of Object.keys({ ...PARTS, ...all })) {
    const form = PARTS[name];
    const value = String(all[name] ?? style?.getPropertyValue(`--service-${name}`) ?? '').trim();
    if (style && /^(light|dark)$/.test(name) && typeof (all[name] ?? {}) === 'object')
      theme[name] = readTheme(all[name], undefined, `${path}${name}.`);
    else if (value) {
      const isKnown = Object.hasOwn(PARTS, name) && (style || form === COLOUR);
      if (!isKnown || !form?.test(value) || (form === COLOUR && !CSS.supports('color', value)))
        throw new ServiceError('invalid theme', `${path}${name} is not valid`);
      theme[name] = value;
    }
  }
  return theme;
}
