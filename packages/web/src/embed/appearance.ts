import type { JsonOptions } from '@ringbinder/protocol/embed.ts';

/** In pixels. Larger corners would clip content. */
const MAX_RADIUS = 24;
const PANEL = 1.75;
const PIXELS_OF_REM = 16;
const SPACES = {
  '--space-1': 0.25,
  '--space-2': 0.5,
  '--space-3': 0.75,
  '--space-4': 1,
  '--space-5': 1.5,
  '--space-6': 2.25,
};
const COMPACT = 0.7;

/** The user's own colours override the theme's. */
const ownColours = matchMedia('(prefers-contrast: more), (forced-colors: active)');
let applied: JsonOptions = {};
ownColours.addEventListener('change', () => applyAppearance(applied));

/** Each value is its own custom property, so an invalid value does not affect other properties. */
export function applyAppearance(options: JsonOptions): void {
  applied = options;
  const { theme, dir } = options;
  const root = document.documentElement;
  if (dir === 'rtl' || dir === 'ltr') root.dir = dir;
  if (typeof theme !== 'object' || theme === null || Array.isArray(theme)) return;
  const { font, radius, scheme, density } = theme;
  if (scheme === 'light' || scheme === 'dark') root.dataset.theme = scheme;
  applyColours(theme, root.dataset.theme === 'dark');
  for (const [name, rem] of Object.entries(SPACES))
    set(name, density === 'compact' ? `${rem * COMPACT}rem` : '');
  set('--font', typeof font === 'string' && /^[\w\s,'"-]{1,200}$/.test(font) ? `${font}, system-ui` : '');
  const pixels = Math.min(MAX_RADIUS, pixelsOf(radius));
  set('--radius', pixels >= 0 ? `${pixels}px` : '');
  set('--radius-l', pixels >= 0 ? `${Math.min(MAX_RADIUS, pixels * PANEL)}px` : '');
}

let coloured: string[] = [];
let latest = 0;
const COLOURS = ['accent', 'background', 'surface', 'border'] as const;

/** Few host pages set a colour, so the code for colours loads on demand. */
function applyColours(theme: JsonOptions, isDark: boolean): void {
  const turn = ++latest;
  if (ownColours.matches || COLOURS.every((name) => typeof theme[name] !== 'string')) {
    setColours({});
    return;
  }
  void import('./accent.ts').then(({ readTheme, themeProperties }) => {
    if (turn !== latest) return;
    const read = readTheme(theme, isDark);
    if (read.colours.surface) document.documentElement.dataset.theme = read.isDark ? 'dark' : 'light';
    setColours(themeProperties(read.colours, read.isDark));
  });
}

function setColours(properties: Readonly<Record<string, string>>): void {
  for (const name of coloured) if (!(name in properties)) set(name, '');
  coloured = Object.keys(properties);
  for (const [name, value] of Object.entries(properties)) set(name, value);
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
