export type Colour = readonly [red: number, green: number, blue: number];

const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 255, 255];
/** `ground` is the page or the surface, whichever has less contrast with the text. */
const DEFAULTS = {
  light: {
    surface: WHITE,
    ground: [244, 245, 243],
    text: [27, 33, 29],
    muted: [87, 97, 89],
    accent: [20, 101, 90],
  },
  dark: {
    surface: [26, 31, 28],
    ground: [26, 31, 28],
    text: [232, 236, 233],
    muted: [165, 176, 169],
    accent: [111, 205, 187],
  },
} as const satisfies Record<string, Record<string, Colour>>;
const SIGNALS = {
  light: { danger: [163, 39, 31], good: [30, 107, 52], warn: [128, 83, 0] },
  dark: { danger: [255, 157, 146], good: [134, 215, 155], warn: [239, 194, 106] },
} as const satisfies Record<string, Record<string, Colour>>;
export const AA = 4.5;
/** Target contrast for most texts (WCAG AA with a margin). */
const READABLE = 4.6;
const STRONG = 7;
/** Target contrast for the edges of fields. */
const VISIBLE = 3.1;
const SOFT = 0.12;
/** Share of the text colour in lines if a theme defines no border colour. */
const LINE = 0.15;
const SUNKEN = 0.5;
const STEPS = 20;

export interface ThemeColours {
  accent?: Colour | undefined;
  background?: Colour | undefined;
  surface?: Colour | undefined;
  border?: Colour | undefined;
}

/**
 * Darkens or lightens texts and edges until their contrast suffices. Moves the background towards the surface
 * until texts are readable.
 */
export function themeProperties(colours: ThemeColours, isDark: boolean): Readonly<Record<string, string>> {
  const defaults = isDark ? DEFAULTS.dark : DEFAULTS.light;
  const { background, border, surface = defaults.surface } = colours;
  const hasGrounds = Boolean(background ?? colours.surface);
  const wanted = colours.accent ?? (hasGrounds ? defaults.accent : undefined);
  const accent =
    wanted && readable(wanted, { on: hasGrounds ? surface : defaults.ground, contrast: READABLE });
  const line = border ?? (colours.surface && mixed(surface, defaults.text, LINE));
  const signals = signalsOn(surface, isDark);
  return {
    ...(accent && accentProperties(accent, surface)),
    ...(colours.surface && signalProperties(signals)),
    ...(line && {
      '--line': css(line),
      '--line-strong': css(readable(border ?? defaults.muted, { on: surface, contrast: VISIBLE })),
    }),
    ...(hasGrounds && grounds({ background, surface, accent }, defaults, signals)),
  };
}

function grounds(
  { background, surface, accent }: { surface: Colour } & ThemeColours,
  defaults: (typeof DEFAULTS)['light' | 'dark'],
  signals: readonly Signal[],
): Record<string, string> {
  const text = readable(defaults.text, { on: surface, contrast: STRONG });
  const muted = readable(defaults.muted, { on: surface, contrast: READABLE });
  const texts = [text, muted, ...(accent ? [accent] : []), ...signals.map((signal) => signal.text)];
  const isReadable = (ground: Colour) => texts.every((each) => contrastOf(each, ground) >= AA);
  const sunkenOf = (page: Colour) => mixed(surface, page, SUNKEN);
  const pages = stepsBetween(background ?? surface, surface);
  const page = pages.find((each) => isReadable(each) && isReadable(sunkenOf(each))) ?? surface;
  return {
    '--page': css(page),
    '--surface': css(surface),
    '--sunken': css(sunkenOf(page)),
    '--text': css(text),
    '--muted': css(muted),
  };
}

export type AccentProperties = Record<
  '--accent' | '--accent-strong' | '--accent-soft' | '--on-accent' | '--bar',
  string
>;

function accentProperties(accent: Colour, surface: Colour): AccentProperties {
  const soft = mixed(surface, accent, SOFT);
  const onAccent = contrastOf(accent, WHITE) >= contrastOf(accent, BLACK) ? WHITE : BLACK;
  return {
    '--accent': css(accent),
    '--accent-strong': css(readable(accent, { on: soft, contrast: STRONG })),
    '--accent-soft': css(soft),
    '--on-accent': css(onAccent),
    '--bar': css(accent),
  };
}

interface Signal {
  name: string;
  text: Colour;
  soft: Colour;
}

const signalsOn = (surface: Colour, isDark: boolean): Signal[] =>
  Object.entries<Colour>(SIGNALS[isDark ? 'dark' : 'light']).map(([name, colour]) => {
    const softs = [mixed(surface, colour, SOFT), surface];
    const signals = softs.map((soft) => ({
      name,
      text: readable(colour, { on: soft, contrast: READABLE }),
      soft,
    }));
    return (
      signals.find(({ text }) => contrastOf(text, surface) >= AA) ?? { name, text: colour, soft: surface }
    );
  });

function signalProperties(signals: readonly Signal[]): Record<string, string> {
  const properties = signals.map(({ name, text, soft }) => ({
    [`--${name}`]: css(text),
    [`--${name}-soft`]: css(soft),
    ...(name === 'danger' && { '--danger-strong': css(readable(text, { on: soft, contrast: STRONG })) }),
  }));
  return Object.assign({}, ...properties);
}

function readable(colour: Colour, { on, contrast }: { on: Colour; contrast: number }): Colour {
  const towards = contrastOf(BLACK, on) >= contrastOf(WHITE, on) ? BLACK : WHITE;
  return stepsBetween(colour, towards).find((each) => contrastOf(each, on) >= contrast) ?? towards;
}

const stepsBetween = (one: Colour, other: Colour): Colour[] =>
  Array.from({ length: STEPS + 1 }, (_, step) => mixed(one, other, step / STEPS));

function mixed(one: Colour, other: Colour, part: number): Colour {
  const at = (index: 0 | 1 | 2) => Math.round(one[index] + (other[index] - one[index]) * part);
  return [at(0), at(1), at(2)];
}

export function contrastOf(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  const linear = (value: number) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

const css = (colour: Colour) => `rgb(${colour.join(' ')})`;

const isDarkColour = (colour: Colour): boolean => contrastOf(WHITE, colour) > contrastOf(BLACK, colour);

export interface ReadTheme {
  /** Contains no missing or invalid colours. */
  colours: ThemeColours;
  isDark: boolean;
  surface: Colour;
}

/** `isDark` follows the theme's surface, which may be dark in a light scheme. */
export function readTheme(
  theme: Readonly<Partial<Record<keyof ThemeColours, unknown>>>,
  isDark: boolean,
): ReadTheme {
  const defaults = DEFAULTS[isDark ? 'dark' : 'light'];
  const read = (name: keyof ThemeColours, on: Colour) =>
    readColour(String(theme[name] ?? ''), { on, isDark });
  const given = read('surface', defaults.surface);
  const surface = given ?? defaults.surface;
  return {
    colours: {
      accent: read('accent', surface),
      background: read('background', surface),
      border: read('border', surface),
      surface: given,
    },
    isDark: given ? isDarkColour(given) : isDark,
    surface,
  };
}

/**
 * Blends a translucent colour with `on`.
 * @param isDark selects the values of `light-dark()` and of system colours
 */
function readColour(text: string, { on, isDark }: { on: Colour; isDark: boolean }): Colour | undefined {
  if (!CSS.supports('color', text)) return undefined;
  const sample = document.createElement('i');
  sample.style.cssText = `color-scheme: ${isDark ? 'dark' : 'light'}; forced-color-adjust: none`;
  sample.style.color = text;
  document.head.append(sample);
  const { color } = getComputedStyle(sample);
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context)
    for (const each of [css(on), color]) {
      context.fillStyle = each;
      context.fillRect(0, 0, 1, 1);
    }
  sample.remove();
  const [red = 0, green = 0, blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
  return context ? [red, green, blue] : undefined;
}
