export type Colour = readonly [red: number, green: number, blue: number];

const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 255, 255];
/** The backgrounds of text, as in tokens.css. */
const SURFACES = { light: WHITE, dark: [26, 31, 28] } as const satisfies Record<string, Colour>;
/** Minimum contrast of text, and of text on a tinted background (WCAG AA and AAA). */
const READABLE = 4.6;
const STRONG = 7;
const SOFT = 0.12;
const STEPS = 20;

export type AccentProperties = Record<
  '--accent' | '--accent-strong' | '--accent-soft' | '--on-accent' | '--bar',
  string
>;

/**
 * The colours derived from an accent. It is darkened, or lightened in the dark scheme, until text in it and on it is
 * readable.
 */
export function accentOf(colour: Colour, isDark: boolean): AccentProperties {
  const surface = isDark ? SURFACES.dark : SURFACES.light;
  const towards = isDark ? WHITE : BLACK;
  const accent = readable(colour, { on: surface, towards, contrast: READABLE });
  const soft = mixed(surface, accent, SOFT);
  const onAccent = contrastOf(accent, WHITE) >= contrastOf(accent, BLACK) ? WHITE : BLACK;
  return {
    '--accent': css(accent),
    '--accent-strong': css(readable(accent, { on: soft, towards, contrast: STRONG })),
    '--accent-soft': css(soft),
    '--on-accent': css(onAccent),
    '--bar': css(accent),
  };
}

function readable(
  colour: Colour,
  { on, towards, contrast }: { on: Colour; towards: Colour; contrast: number },
): Colour {
  for (let step = 0; step <= STEPS; step++) {
    const mix = mixed(colour, towards, step / STEPS);
    if (contrastOf(mix, on) >= contrast) return mix;
  }
  return towards;
}

function mixed(one: Colour, other: Colour, part: number): Colour {
  const at = (index: 0 | 1 | 2) => Math.round(one[index] + (other[index] - one[index]) * part);
  return [at(0), at(1), at(2)];
}

/** Contrast ratio, 1 to 21 (WCAG 2). */
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

/** Parses any CSS colour as rendered; undefined if invalid. */
export function readColour(text: string): Colour | undefined {
  if (!CSS.supports('color', text)) return undefined;
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}
