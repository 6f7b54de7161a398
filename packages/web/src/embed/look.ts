import type { JsonOptions } from '@ringbinder/protocol/embed.ts';

/** Of corners, in pixels: more would cut into what they hold. */
const MAX_RADIUS = 24;
/** As in the design: panels are rounder than buttons. */
const PANEL = 1.75;
const PIXELS_OF_REM = 16;

/**
 * Makes a module look as the page around it wants: colour, font, corners, light or dark, direction. What is none of these
 * is left as it was; the page has been told by the loader. Values are set as custom properties one by one, so none can hold more
 * than its own.
 */
export function applyLook({ theme, dir }: JsonOptions): void {
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

/** What depends on the accent, while it is another one than the design's. */
let accented: string[] = [];
let latest = 0;

/** Few pages have an accent, so what makes colours of it is loaded by those. The last one that was said counts. */
function applyAccent(accent: unknown, isDark: boolean): void {
  const turn = ++latest;
  if (typeof accent !== 'string') {
    for (const name of accented) set(name, '');
    return;
  }
  void import('./accent.ts').then(({ accentOf, readColour }) => {
    const colour = readColour(accent);
    if (!colour || turn !== latest) return;
    const made = accentOf(colour, isDark);
    accented = Object.keys(made);
    for (const [name, value] of Object.entries(made)) set(name, value);
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
