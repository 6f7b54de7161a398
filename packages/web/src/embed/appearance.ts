import type { JsonOptions } from '@ringbinder/protocol/embed.ts';

/** Corner radius in pixels. Larger ones would clip content. */
const MAX_RADIUS = 24;
/** Panels are rounder than buttons, as in the design. */
const PANEL = 1.75;
const PIXELS_OF_REM = 16;

/**
 * Applies the host page's colour, font, corners, scheme and direction. Ignores invalid values, which the loader has
 * reported. Each value is set as its own custom property, so none can affect another.
 */
export function applyAppearance({ theme, dir }: JsonOptions): void {
  const root = document.documentElement;
  if (dir === 'rtl' || dir === 'ltr') root.dir = dir;
  if (typeof theme !== 'object' || theme === null || Array.isArray(theme)) return;
  const { accent, font, radius, scheme } = theme;
  if (scheme === 'light' || scheme === 'dark') root.dataset.theme = scheme;
  applyAccent(accent, root.dataset.theme === 'dark');
  set('--font', typeof font === 'string' && /^[\w\s,'"-]{1,200}$/.test(font) ? `${font}, system-ui` : '');
  const pixels = Math.min(MAX_RADIUS, pixelsOf(radius));
  set('--radius', pixels >= 0 ? `${pixels}px` : '');
  set('--radius-l', pixels >= 0 ? `${Math.min(MAX_RADIUS, pixels * PANEL)}px` : '');
}

let accented: string[] = [];
let latest = 0;

/** Few host pages set an accent, so the colour code loads on demand. The last value wins. */
function applyAccent(accent: unknown, isDark: boolean): void {
  const turn = ++latest;
  if (typeof accent !== 'string') {
    for (const name of accented) set(name, '');
    return;
  }
  void import('./accent.ts').then(({ accentOf, readColour }) => {
    const colour = readColour(accent);
    if (!colour || turn !== latest) return;
    const properties = accentOf(colour, isDark);
    accented = Object.keys(properties);
    for (const [name, value] of Object.entries(properties)) set(name, value);
  });
}

function set(name: string, value: string): void {
  const { style } = document.documentElement;
  if (value === '') style.removeProperty(name);
  else style.setProperty(name, value);
}

function pixelsOf(radius: unknown): number {
  const [, number, unit] = /^([\d.]+)(px|rem)?$/.exec(String(radius ?? '')) ?? [];
  return number === undefined ? -1 : Number(number) * (unit === 'rem' ? PIXELS_OF_REM : 1);
}
